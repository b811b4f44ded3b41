import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript-api'

export interface Truth {
  /** Functions with a body and a name, as `path:name:first line:last line`. */
  readonly functions: ReadonlySet<string>
  /** `caller -> callee`, both as in `functions`; the caller may be a path. */
  readonly edges: ReadonlySet<string>
}

/** What TypeScript's own checker says about a project: where functions lie, and which declarations calls resolve to. */
export function readTruth(root: string, files: readonly string[]): Truth {
  const program = ts.createProgram({ rootNames: files.map((path) => join(root, path)), options: optionsOf(root) })
  const checker = program.getTypeChecker()
  const functions = new Set<string>()
  const edges = new Set<string>()
  const own = new Set(files)
  for (const path of files) {
    const source = program.getSourceFile(join(root, path))
    if (source !== undefined) visit(source)
  }
  return { functions, edges }

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node)) {
      const key = keyOf(node)
      if (key !== undefined) functions.add(key)
    }
    for (const callee of calleesOf(node)) {
      const key = keyOf(callee)
      if (key !== undefined) edges.add(`${callerOf(node)} -> ${key}`)
    }
    ts.forEachChild(node, visit)
  }

  function calleesOf(node: ts.Node): ts.Node[] {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return resolved(node, node.expression)
    if (ts.isTaggedTemplateExpression(node)) return resolved(node, node.tag)
    if (ts.isDecorator(node)) return ts.isCallExpression(node.expression) ? [] : resolved(node, node.expression)
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
      return /^[a-z]/.test(node.tagName.getText()) ? [] : resolved(node, node.tagName)
    return ts.isPropertyAccessExpression(node) ? accessorsOf(node) : []
  }

  function resolved(call: ts.CallLikeExpression, callee: ts.Node): ts.Node[] {
    const declaration = checker.getResolvedSignature(call)?.declaration
    const direct = declaration === undefined ? undefined : implementationOf(declaration)
    if (direct !== undefined && keyOf(direct) !== undefined) return [direct]
    // The signature is of a declared type: the name called may still be a function of its own.
    const inner = unwrapped(callee)
    const name = ts.isPropertyAccessExpression(inner) ? inner.name : inner
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol === undefined || ts.isNewExpression(call)) return []
    return functionsOf(symbol)
  }

  function functionsOf(symbol: ts.Symbol): ts.Node[] {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return (target.declarations ?? []).flatMap((declaration) => {
      const value = initialiserOf(declaration)
      if (value === undefined) return []
      const inner = unwrapped(value)
      return ts.isFunctionLike(inner) && keyOf(inner) !== undefined ? [inner] : []
    })
  }

  function initialiserOf(declaration: ts.Declaration): ts.Expression | undefined {
    if (ts.isShorthandPropertyAssignment(declaration)) {
      const symbol = checker.getShorthandAssignmentValueSymbol(declaration)
      const [first] = symbol === undefined ? [] : functionsOf(symbol)
      return first as ts.Expression | undefined
    }
    if (
      ts.isVariableDeclaration(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isPropertyAssignment(declaration)
    )
      return declaration.initializer
    return ts.isExportAssignment(declaration) ? declaration.expression : undefined
  }

  function implementationOf(declaration: ts.SignatureDeclaration | ts.JSDocSignature): ts.Node | undefined {
    if (ts.isJSDocSignature(declaration)) return undefined
    if (hasBody(declaration)) return declaration
    if (
      !ts.isFunctionDeclaration(declaration) &&
      !ts.isMethodDeclaration(declaration) &&
      !ts.isConstructorDeclaration(declaration)
    )
      return undefined
    const name = declaration.name
    const siblings: readonly ts.Node[] = ts.isConstructorDeclaration(declaration)
      ? declaration.parent.members
      : ((name === undefined ? undefined : checker.getSymbolAtLocation(name))?.declarations ?? [])
    return siblings.find((each) => each.kind === declaration.kind && hasBody(each))
  }

  /** A getter that is read, a setter that is written. */
  function accessorsOf(node: ts.PropertyAccessExpression): ts.Node[] {
    const { parent } = node
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) return []
    const symbol = checker.getSymbolAtLocation(node.name)
    if (symbol === undefined || !(symbol.flags & ts.SymbolFlags.Accessor)) return []
    const isWritten =
      ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    const accepts = isWritten ? ts.isSetAccessorDeclaration : ts.isGetAccessorDeclaration
    return (symbol.declarations ?? []).filter((each) => accepts(each) && hasBody(each))
  }

  function callerOf(node: ts.Node): string {
    const path = relative(root, node.getSourceFile().fileName)
    let inner: ts.Node = node
    for (let outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
      // A decorator runs where the class is made.
      if (ts.isDecorator(inner) || (inner === node && ts.isDecorator(node))) continue
      const key = ts.isFunctionLike(outer) ? keyOf(outer) : undefined
      if (key !== undefined) return key
    }
    return path
  }

  /** Undefined for what has no body or no name, and for what is not the project's own. */
  function keyOf(node: ts.Node): string | undefined {
    if (!hasBody(node)) return undefined
    const source = node.getSourceFile()
    const path = relative(root, source.fileName)
    if (!own.has(path)) return undefined
    const bound = boundTo(node)
    if (bound === undefined) return undefined
    const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1
    return `${path}:${bound.name}:${lineOf(startOf(bound.declaration))}:${lineOf(bound.declaration.getEnd() - 1)}`
  }

  /** Overload signatures belong to their implementation. */
  function startOf(node: ts.Node): number {
    if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node) && !ts.isConstructorDeclaration(node))
      return node.getStart()
    const siblings: readonly ts.Node[] = ts.isClassLike(node.parent)
      ? node.parent.members
      : ts.isSourceFile(node.parent) || ts.isModuleBlock(node.parent) || ts.isBlock(node.parent)
        ? node.parent.statements
        : []
    let first: ts.Node = node
    for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
      const before = siblings[i]
      if (before === undefined || before.kind !== node.kind || hasBody(before)) break
      if ((before as ts.FunctionDeclaration).name?.getText() !== node.name?.getText()) break
      first = before
    }
    return first.getStart()
  }
}

function optionsOf(root: string): ts.CompilerOptions {
  const path = ts.findConfigFile(root, ts.sys.fileExists)
  const config = path === undefined ? {} : ts.readConfigFile(path, (name) => readFileSync(name, 'utf8')).config
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, path === undefined ? root : dirname(path))
  return { ...options, allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true, jsx: ts.JsxEmit.Preserve }
}

function hasBody(node: ts.Node): boolean {
  return 'body' in node && node.body !== undefined && ts.isFunctionLike(node)
}

function boundTo(node: ts.Node): { name: string; declaration: ts.Node } | undefined {
  const own = (node as ts.FunctionDeclaration).name
  if (ts.isConstructorDeclaration(node)) return { name: 'constructor', declaration: node }
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return { name: nameOf(node.name), declaration: node }
  if (ts.isFunctionDeclaration(node)) return { name: own?.getText() ?? 'default', declaration: node }
  let inner: ts.Node = node
  while (isWrapper(inner.parent)) inner = inner.parent
  const holder = inner.parent
  if (ts.isVariableDeclaration(holder) && holder.initializer === inner && ts.isIdentifier(holder.name))
    return { name: holder.name.text, declaration: holder }
  if ((ts.isPropertyDeclaration(holder) || ts.isPropertyAssignment(holder)) && holder.initializer === inner)
    return { name: nameOf(holder.name), declaration: holder }
  if (
    ts.isBinaryExpression(holder) &&
    holder.right === inner &&
    holder.operatorToken.kind === ts.SyntaxKind.EqualsToken
  ) {
    const { left } = holder
    const path = left.getText().replace(/[\s?]/g, '')
    if (path === 'module.exports') return { name: own?.getText() ?? 'exports', declaration: holder }
    if ((ts.isIdentifier(left) || ts.isPropertyAccessExpression(left)) && /^[\w$#]+(?:\.[\w$#]+)*$/.test(path))
      return { name: path.split('.').at(-1) ?? '', declaration: holder }
  }
  if (ts.isExportAssignment(holder)) return { name: own?.getText() ?? 'default', declaration: inner }
  return own === undefined ? undefined : { name: own.getText(), declaration: node }
}

function unwrapped(node: ts.Node): ts.Node {
  return isWrapper(node) ? unwrapped((node as ts.ParenthesizedExpression).expression) : node
}

function isWrapper(node: ts.Node): boolean {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  )
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) ? name.getText().slice(1, -1) : name.getText().replace(/\s+/g, ' ')
}
