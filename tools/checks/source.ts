import { parseSync } from 'oxc-parser'

type Comment = { readonly text: string; readonly line: number; readonly end: number; readonly isDoc: boolean }
type Identifier = { readonly name: string; readonly line: number }
/** The text of a string, or a part of a template between its parameters. */
type StringText = { readonly text: string; readonly line: number }
type Source = {
  readonly comments: readonly Comment[]
  readonly identifiers: readonly Identifier[]
  readonly strings: readonly StringText[]
  /** Names of tests and of groups of tests. */
  readonly testNames: readonly StringText[]
}

/** A node of a syntax tree. */
export type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

/** Returns the syntax tree of a TypeScript file. Throws a SyntaxError that names the file. */
export function readTree(file: string, text: string): Node {
  // A program is a node like any other here.
  return parseFile(file, text).program as unknown as Node
}

function parseFile(file: string, text: string) {
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error) throw new SyntaxError(`${file}: ${error.message}`)
  return parsed
}

/** Returns the comments, identifiers, strings and test names of a TypeScript file, with their lines. Throws a SyntaxError that names the file. */
export function readSource(file: string, text: string): Source {
  const { program, comments } = parseFile(file, text)
  const lineOf = lineCounter(text)
  const identifiers: Identifier[] = []
  const strings: StringText[] = []
  const testNames: StringText[] = []
  walk(program, (node) => {
    if ((node.type === 'Identifier' || node.type === 'PrivateIdentifier') && typeof node['name'] === 'string') {
      identifiers.push({ name: node['name'], line: lineOf(node.start) })
    } else if (node.type === 'Literal' && typeof node['value'] === 'string') {
      strings.push({ text: node['value'], line: lineOf(node.start) })
    } else if (node.type === 'TemplateElement') {
      strings.push({ text: (node['value'] as { raw: string }).raw, line: lineOf(node.start) })
    } else if (node.type === 'CallExpression' && testFunctions.has(calledName(node) ?? '')) {
      const [name] = node['arguments'] as Node[]
      const text = name && textOfName(name)
      if (name && text !== undefined) testNames.push({ text, line: lineOf(name.start) })
    }
  })
  return {
    comments: comments.map(({ type, value, start, end }) => ({
      text: value.replace(/^\s*\* ?/gm, '').trim(),
      line: lineOf(start),
      end,
      isDoc: type === 'Block' && value.startsWith('*'),
    })),
    identifiers,
    strings,
    testNames,
  }
}

/** Returns the name of a test, with an ellipsis for each parameter of a template; undefined for one that is computed. */
function textOfName(name: Node): string | undefined {
  if (name.type === 'Literal') return typeof name['value'] === 'string' ? name['value'] : undefined
  if (name.type !== 'TemplateLiteral') return undefined
  return (name['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}

const testFunctions: ReadonlySet<string> = new Set(['test', 'it', 'describe'])

/** Returns the name with which a chain of calls begins: `test` for `test.each(cases)('name', run)`. */
function calledName(node: Node): string | undefined {
  let part: unknown = node
  while (isNode(part) && part.type !== 'Identifier') part = part['callee'] ?? part['object']
  return isNode(part) && typeof part['name'] === 'string' ? part['name'] : undefined
}

/** Calls `visit` for every node of a syntax tree, parents first. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (isNode(value)) {
    visit(value)
    for (const child of Object.values(value)) walk(child, visit)
  }
}

/** Returns whether a value within a syntax tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns a function from an offset in the text to its line, counted from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
