import type { ChangeRow } from './earlier-changes.ts'

const FIX =
  /\b(fix(e[sd])?|bugs?|regress\w*|crash\w*|leak\w*|race|deadlock|hangs?|vulnerab\w*|cve|secur\w*|prevent\w*|avoid\w*|wrong|broken|revert\w*|guard|workaround)\b/i
/** Fixed is what people see around the code, not what it does. */
const COSMETIC =
  /\b(typos?|typing|type (errors?|hints?|annotations?)|mypy|pyright|lint\w*|flake8|pylint|docs?|codespell|pre-commit|dependenc\w*|docstrings?|documentation|spelling|grammar|format\w*|style|whitespace|changelog|tests?|ci|links?|warnings?)\b/i

type Titled = Pick<ChangeRow, 'issues' | 'title'>

export const isCosmetic = ({ issues, title }: Titled) => issues.length === 0 && COSMETIC.test(title)

/** It closes an issue, or says that it mends something. */
export const isFix = ({ issues, title }: Titled) => issues.length > 0 || (FIX.test(title) && !COSMETIC.test(title))

export const isRevert = ({ title }: Pick<ChangeRow, 'title'>) => /^revert\b/i.test(title)
