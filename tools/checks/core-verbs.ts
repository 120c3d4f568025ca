import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { filesBelow, readText } from './files.ts'
import { nameOf, verbOf } from './route-verbs.ts'
import { isNode, lineCounter, type Node, readTree, walk } from './source.ts'
import type { Violation } from './table-access.ts'

/** Routes that call decisions of the core under other verbs only, each with the reason. */
export const coreVerbExceptions: Readonly<Record<string, string>> = {
  openDirectConversation: 'directConversationPair orders two users; a conversation that is open is opened again',
  changePreferences: 'mergePreferences is also what the static preview does; it knows no state to decide by',
  searchTalent: 'a read: wantedTimes parses a filter',
}

/** A route with the functions of the core by which its use case decides. */
export type VerbPair = {
  readonly route: string
  readonly file: string
  readonly line: number
  readonly decisions: readonly string[]
}

/** Return types of such functions: a value or a refusal, or the next state with its event. */
const decisionType = /(?:Result|Decision|Transition)\b/
/** Guards and parsers decide nothing. */
const guard = /^(?:check|parse)(?![a-z])/
const corePackage = '@veranda/core/'
const coreFolder = 'packages/core/src/'

/**
 * Lists the routes whose use case, in the file of the route or one that it imports, decides by functions of a feature of
 * the core. Helpers in the file of the use case count as part of it.
 */
export function listVerbPairs(root: string): VerbPair[] {
  const read = moduleReader(root)
  const pairs: VerbPair[] = []
  for (const file of filesBelow(root, 'apps/server/src', ['.ts'])) {
    if (file.endsWith('.test.ts') || !readText(root, file).includes('serve(')) continue
    const routes = read(file)
    if (!routes) continue
    walk(routes.tree, (node) => {
      if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'serve') return
      const given = node['arguments']
      const route = Array.isArray(given) && given.length > 1 ? nameOf(given[0]) : undefined
      if (route === undefined || !Array.isArray(given)) return
      const decisions = decisionsIn(read, file, given.at(-1))
      if (decisions.length > 0) pairs.push({ route, file, line: routes.lineOf(node.start), decisions })
    })
  }
  return pairs
}

/**
 * Finds routes that share their verb with none of the core's functions by which they decide, so that a rule is found by
 * the word of its command: `cancelBooking` decides by `cancel`. Routes in `exceptions` have a reason instead; one that is
 * not needed is reported too.
 */
export function checkCoreVerbs(
  root: string,
  exceptions: Readonly<Record<string, string>>,
): { pairs: number; violations: Violation[] } {
  const unneeded = new Set(Object.keys(exceptions))
  const pairs = listVerbPairs(root)
  const violations = pairs
    .filter(({ route, decisions }) => !decisions.some((name) => verbOf(name) === verbOf(route)))
    .filter(({ route }) => !unneeded.delete(route))
    .map(({ route, file, line, decisions }) => {
      const what = `serves ${route}, which the core decides by ${decisions.join(', ')}; give both the same verb`
      return { file, line, what }
    })
  for (const route of unneeded) {
    violations.push({ file: 'tools/checks/core-verbs.ts', line: 1, what: `excepts ${route} without need` })
  }
  return { pairs: pairs.length, violations }
}

type Import = { readonly file: string; readonly name: string }
type Module = {
  readonly text: string
  readonly tree: Node
  readonly lineOf: (offset: number) => number
  /** Imported values by their name here; a whole module has the name `*`. */
  readonly imports: ReadonlyMap<string, Import>
  /** Declarations at the top by their name. */
  readonly declarations: ReadonlyMap<string, Node>
}
type ReadModule = (file: string) => Module | undefined

/** Returns the names of the core's decisions in a handler and in the functions of the server that it calls. */
function decisionsIn(read: ReadModule, file: string, handler: unknown): string[] {
  const found = new Set<string>()
  const collect = (from: string, node: unknown, isUseCase: boolean, seen: Set<string>) => {
    const module = read(from)
    if (!module) return
    for (const name of referencesIn(node)) {
      const imported = importOf(module, name)
      if (imported?.file.startsWith(coreFolder)) {
        if (isDecision(read, imported)) found.add(imported.name)
      } else if (imported) {
        const useCase = isUseCase ? undefined : read(imported.file)?.declarations.get(imported.name)
        if (useCase) collect(imported.file, useCase, true, new Set())
      } else {
        const helper = seen.has(name) ? undefined : module.declarations.get(name)
        if (helper && helper !== node) collect(from, helper, isUseCase, seen.add(name))
      }
    }
  }
  collect(file, handler, false, new Set())
  return [...found]
}

/** Returns whether a function of a feature of the core returns what was decided; foundations have no feature's folder. */
function isDecision(read: ReadModule, { file, name }: Import): boolean {
  if (guard.test(name) || !file.slice(coreFolder.length).includes('/')) return false
  const module = read(file)
  const declaration = module?.declarations.get(name)
  const made = declaration?.type === 'VariableDeclarator' ? declaration['init'] : declaration
  const type = isNode(made) ? made['returnType'] : undefined
  if (!module || !isNode(type)) return false
  return decisionType.test(module.text.slice(type.start, Number(type['end'])))
}

/** Returns a function that reads a module once; undefined for one that is no file of the repository. */
function moduleReader(root: string): ReadModule {
  const modules = new Map<string, Module | undefined>()
  return (file) => {
    if (!modules.has(file)) modules.set(file, existsSync(join(root, file)) ? readModule(root, file) : undefined)
    return modules.get(file)
  }
}

function readModule(root: string, file: string): Module {
  const text = readText(root, file)
  const tree = readTree(file, text)
  const imports = new Map<string, Import>()
  const declarations = new Map<string, Node>()
  for (const statement of nodesOf(tree['body'])) {
    if (statement.type === 'ImportDeclaration') {
      const source = statement['source']
      const address = isNode(source) ? String(source['value']) : ''
      const from = address.startsWith(corePackage)
        ? `${coreFolder}${address.slice(corePackage.length)}`
        : posix.join(posix.dirname(file), address)
      for (const specifier of nodesOf(statement['specifiers'])) {
        const local = nameOf(specifier['local'])
        const name = specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier['imported'])
        if (name !== undefined && local !== undefined) imports.set(local, { file: from, name })
      }
    }
    const exported = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    if (!isNode(exported)) continue
    for (const declaration of [exported, ...nodesOf(exported['declarations'])]) {
      const name = nameOf(declaration['id'])
      if (name !== undefined) declarations.set(name, declaration)
    }
  }
  return { text, tree, lineOf: lineCounter(text), imports, declarations }
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Returns the import of a name, or of `module.name`; undefined for what the file declares itself. */
function importOf({ imports }: Module, reference: string): Import | undefined {
  const [first = '', member] = reference.split('.')
  const imported = imports.get(first)
  if (member === undefined || !imported) return member === undefined ? imported : undefined
  return imported.name === '*' ? { ...imported, name: member } : undefined
}

/** Returns the names within a node, and the members that it takes of a name: `ctx`, `ctx.params`. */
function referencesIn(node: unknown): Set<string> {
  const names = new Set<string>()
  walk(node, (part) => {
    const name = part.type === 'Identifier' ? nameOf(part) : undefined
    if (name !== undefined) names.add(name)
    const [object, member] = part.type === 'MemberExpression' ? [nameOf(part['object']), nameOf(part)] : []
    if (object !== undefined && member !== undefined) names.add(`${object}.${member}`)
  })
  return names
}
