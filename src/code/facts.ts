/**
 * What one source file says, read once and cached by blob id and extractor version. Plain JSON: it crosses threads and
 * lies on disk. Nothing here knows of other files; `resolve` joins the facts of a whole repository.
 */

export interface Definition {
  readonly kind: 'function' | 'class'
  readonly name: string
  /** Classes and functions joined with dots: `Flask.make_response.inner`. */
  readonly qualifiedName: string
  /** 0 for the first definition of this qualified name in the file, 1 for the second, … in source order. */
  readonly ordinal: number
  /** Index of the enclosing definition in `FileFacts.definitions`, or null at module level. */
  readonly parent: number | null
  /** 1-based, first decorator line included. */
  readonly startLine: number
  /** 1-based, inclusive, as CPython's `end_lineno`. */
  readonly endLine: number
  /** The header without body on one line: `def get(self, key: str, default=None) -> str`. */
  readonly signature: string
  /** Hash of the normalised syntax tree, algorithm version as prefix: `1:…`. */
  readonly fingerprint: string
  /** False where the definition touches a syntax error and the fingerprint is of the raw text. */
  readonly exact: boolean
}

/** What the resolver of the same language reads: imports, bindings, calls. Its shape belongs to the language. */
export type FlowFacts = unknown

export interface FileFacts {
  readonly language: string
  /** In source order; a parent comes before its children. */
  readonly definitions: readonly Definition[]
  readonly flow: FlowFacts
  /** Number of syntax errors the parser reported. */
  readonly syntaxErrors: number
}

export type CallHow =
  | 'import'
  | 'self'
  | 'super'
  | 'inherited'
  | 'constructor'
  | 'annotation'
  | 'assignment'
  | 'unique-name'

/** A definition of the repository: file path and index in that file's `definitions`. */
export interface DefinitionRef {
  readonly path: string
  readonly index: number
}

export interface ResolvedCall {
  /** `index: null` stands for module-level code of the file. */
  readonly from: { readonly path: string; readonly index: number | null }
  readonly to: DefinitionRef
  readonly how: CallHow
  /** 0..1; answers use edges of at least 0.8. */
  readonly confidence: number
  /** 1-based lines of the call sites in the caller's file, ascending, distinct. */
  readonly lines: readonly number[]
}

export interface ResolvedImport {
  readonly from: string
  readonly to: string
}

export interface ResolvedBase {
  readonly from: DefinitionRef
  readonly to: DefinitionRef
}

/** Result of whole-repository resolution: a pure function of all `FileFacts` by path. */
export interface Resolution {
  readonly calls: readonly ResolvedCall[]
  readonly imports: readonly ResolvedImport[]
  readonly bases: readonly ResolvedBase[]
  /** Call sites that leave the repository (standard library, packages, builtins). */
  readonly externalCalls: number
  /** Call sites inside the repository that could not be resolved. */
  readonly unresolvedCalls: number
  /** Files whose resolution failed, with the reason; their calls are missing from `calls`. */
  readonly failures: readonly { readonly path: string; readonly reason: string }[]
}
