/** `npm run eval -- <what> …`: what the program knows against the truth. Each evaluation prints a table, or with `--json` one document. */
const EVALUATIONS: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>> = {
  prs: () => import('./prs.ts'),
  gold: () => import('./gold.ts'),
  tokens: () => import('./tokens.ts'),
  failures: () => import('./failures.ts'),
  calls: () => import('./calls.ts'),
  fingerprint: () => import('./fingerprint.ts'),
  staleness: () => import('./staleness.ts'),
  typescript: () => import('./typescript.ts'),
  languages: () => import('./languages.ts'),
  reviewers: () => import('./reviewers.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(EVALUATIONS, name) ? EVALUATIONS[name] : undefined
if (load) {
  process.exitCode = await (await load()).run(args)
} else {
  process.stderr.write(`Usage: npm run eval -- <${Object.keys(EVALUATIONS).join('|')}> …\n`)
  process.exitCode = 2
}
