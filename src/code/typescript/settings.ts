/** Flow facts of `package.json` and `tsconfig.json`, which say where modules are. */
export interface SettingsFlow {
  readonly settings: unknown
}

const stringOrLayout =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*(?:\/\/[^\n]*\s*|\/\*[\s\S]*?\*\/\s*)*[}\]])/g

/** The document that a source is, if it is one: JSON, with comments and trailing commas as in `tsconfig.json`. */
export function readSettings(source: string): SettingsFlow | null {
  if (!/^\s*(?:\/[/*]|\{)/.test(source)) return null
  const plain = source.replace(stringOrLayout, (part) => (part.startsWith('"') ? part : ''))
  try {
    return { settings: JSON.parse(plain) }
  } catch {
    return null
  }
}
