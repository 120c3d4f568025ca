import { clientEvents, serverEvents } from '../../packages/contract/src/realtime/event-catalogue.ts'
import { filesBelow, readText } from './files.ts'
import { isNode, lineCounter, type Node, readTree, walk } from './source.ts'
import { type Violation } from './table-access.ts'

/** The functions that emit or publish an event of the contract, on each side, and those that receive it. */
const serverEmitters = [
  'appendToStream',
  'emit',
  'emitEvent',
  'emitToAll',
  'emitToStream',
  'emitToUser',
  'publishChange',
] as const
const serverReceivers = ['on', 'onSocketEvent'] as const
const webEmitters = ['emit', 'emitVolatile'] as const
const webReceivers = ['on'] as const
const bareNameCalls = new Set<string>([...serverEmitters, ...serverReceivers, ...webEmitters, 'once'])
/** Most files have nothing of what is looked for, and need not be parsed. */
const mayUseEvents = new RegExp(String.raw`\b(?:${[...bareNameCalls].join('|')})[(<]|notificationEvent`)

/** Events that carry the new value itself; every other change is one `changeEvent` of its aggregate, with a version. */
const newValueEvents = new Set(['message:changed', 'room:record-changed'])

/** Events of Node's emitters and of the database client have these names too. */
const foreignNames = ['error', 'notification'] as const

type EventUse = { readonly event: string; readonly file: string; readonly line: number }
type SideUses = { readonly emitted: readonly EventUse[]; readonly received: readonly EventUse[] }

/**
 * Finds events of the contract that one side emits and the other never receives, or the reverse, events that
 * `event-catalogue.ts` does not list, second change events of an aggregate, and calls that name an event by a bare
 * string. Events that clients other than the
 * web app send need a receiver only. Returns how much was looked at, so that a run that saw too little can fail.
 */
export function checkRealtimeEvents(root: string): { events: number; calls: number; violations: Violation[] } {
  const violations: Violation[] = []
  const declared = declaredEvents(root)
  const catalogued = new Set([...Object.keys(serverEvents), ...Object.keys(clientEvents)])
  for (const { event, file, line, unversionedChange } of declared) {
    if (!catalogued.has(event)) violations.push({ file, line, what: `${event} is not in event-catalogue.ts` })
    if (unversionedChange) violations.push({ file, line, what: `${event} is no changeEvent with an id and a version` })
  }
  const names = new Set<string>(
    [...Object.values(serverEvents).flat(), ...Object.values(clientEvents)].map(({ name }) => name),
  )
  for (const name of foreignNames) names.delete(name)
  const server = usesBelow(root, 'apps/server/src', [serverEmitters, serverReceivers], names, violations)
  const web = usesBelow(root, 'apps/web/src', [webEmitters, webReceivers], names, violations)
  const has = (uses: readonly EventUse[], event: string) => uses.some((use) => use.event === event)
  for (const { event, file, line } of declared) {
    const report = (what: string) => violations.push({ file, line, what: `${event} ${what}` })
    if (event in serverEvents) {
      if (!has(server.emitted, event)) report('is emitted by nobody')
      if (!has(web.received, event)) report('has no listener')
    } else if (event in clientEvents) {
      // The keys of the table are checked the line before.
      const { sentBy } = clientEvents[event as keyof typeof clientEvents]
      if (!has(server.received, event)) report('is handled by nobody')
      if (sentBy === 'web' && !has(web.emitted, event)) report('is sent by nobody')
    }
  }
  const calls = [server, web].reduce((sum, { emitted, received }) => sum + emitted.length + received.length, 0)
  return { events: declared.length, calls, violations }
}

/** The functions of the contract that declare an event; each of them requires a schema. */
const declarations = new Set(['changeEvent', 'clientEvent', 'serverEvent', 'streamEvent'])

type DeclaredEvent = EventUse & { readonly unversionedChange: boolean }

function declaredEvents(root: string): DeclaredEvent[] {
  const files = filesBelow(root, 'packages/contract/src', ['.ts']).filter((file) => file.endsWith('/events.ts'))
  return files.flatMap((file) => {
    const { program, lineOf } = readProgram(root, file)
    const found: DeclaredEvent[] = []
    walk(program, (node) => {
      if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) return
      const event = node['id']['name']
      const { init } = node
      if (typeof event === 'string' && calls(init, declarations))
        found.push({ event, file, line: lineOf(node.start), unversionedChange: isUnversionedChange(init) })
    })
    return found
  })
}

function calls(value: Node, functions: ReadonlySet<string>): boolean {
  let found = false
  walk(value, (node) => {
    if (node.type === 'CallExpression' && functions.has(calleeOf(node) ?? '')) found = true
  })
  return found
}

/** Returns whether a declaration names a change, and is neither a change event nor carries the new value. */
function isUnversionedChange(value: Node): boolean {
  let namesChange = false
  walk(value, (node) => {
    const name = node.type === 'Literal' ? String(node['value']) : ''
    if (/[:-]changed$/.test(name) && !newValueEvents.has(name)) namesChange = true
  })
  return namesChange && !calls(value, new Set(['changeEvent']))
}

function usesBelow(
  root: string,
  folder: string,
  [emitters, receivers]: readonly [readonly string[], readonly string[]],
  names: ReadonlySet<string>,
  violations: Violation[],
): SideUses {
  const emitted: EventUse[] = []
  const received: EventUse[] = []
  const files = filesBelow(root, folder, ['.ts', '.tsx']).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.includes('/testing/'),
  )
  for (const file of files) {
    if (!mayUseEvents.test(readText(root, file))) continue
    const { program, lineOf } = readProgram(root, file)
    const imported = importedEvents(program)
    walk(program, (node) => {
      if (node.type !== 'CallExpression') return
      const callee = calleeOf(node) ?? ''
      if (!bareNameCalls.has(callee) || !Array.isArray(node['arguments'])) return
      const line = lineOf(node.start)
      for (const argument of node['arguments']) {
        if (isNode(argument) && argument.type === 'Literal' && names.has(String(argument['value'])))
          violations.push({ file, line, what: `names the event "${String(argument['value'])}" by a bare string` })
        for (const event of eventsIn(argument, imported)) {
          if (emitters.includes(callee)) emitted.push({ event, file, line })
          if (receivers.includes(callee)) received.push({ event, file, line })
        }
      }
    })
    // A list of events is registered in a loop, and an event found by its name is emitted by it.
    if (imported.has('notificationEvents') && folder === 'apps/web/src')
      received.push({ event: 'notificationEvents', file, line: 1 })
    if (imported.has('notificationEventNamed') && folder === 'apps/server/src')
      emitted.push({ event: 'notificationEvents', file, line: 1 })
  }
  return { emitted, received }
}

/** Returns the names under which a file imports events of the contract, each with its name there. */
function importedEvents(program: Node): ReadonlyMap<string, string> {
  const imported = new Map<string, string>()
  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration' || !isNode(node['source']) || !Array.isArray(node['specifiers'])) return
    if (!/^@veranda\/contract\/.*events\.ts$/.test(String(node['source']['value']))) return
    for (const specifier of node['specifiers']) {
      if (!isNode(specifier) || !isNode(specifier['imported']) || !isNode(specifier['local'])) continue
      imported.set(String(specifier['local']['name']), String(specifier['imported']['name']))
    }
  })
  return imported
}

/** Returns the imported events that an argument is. */
function eventsIn(argument: unknown, imported: ReadonlyMap<string, string>): string[] {
  if (!isNode(argument) || argument.type !== 'Identifier') return []
  const event = imported.get(String(argument['name']))
  return event === undefined ? [] : [event]
}

/** Returns the name of the called function or method. */
function calleeOf(call: Node): string | undefined {
  const callee = call['callee']
  if (!isNode(callee)) return undefined
  const named = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined
}

function readProgram(root: string, file: string): { program: Node; lineOf: (offset: number) => number } {
  const text = readText(root, file)
  return { program: readTree(file, text), lineOf: lineCounter(text) }
}
