import { filesBelow, readText } from './files.ts'
import { isNode, lineCounter, readTree, walk } from './source.ts'
import type { Violation } from './table-access.ts'

const shortRead = 'a read of one row in the handler, without a use case'
const sendsBytes = 'replies with bytes by a helper that several routes share'

/** Routes that need no function of their verb, each with the reason. */
export const routeVerbExceptions: Readonly<Record<string, string>> = {
  readAccount: shortRead,
  listDemoUsers: 'a list in the handler, for the sandbox only',
  listPaymentMethods: 'passes on what the payment gateway lists',
  readCharge: shortRead,
  readAsset: shortRead,
  readAssetModel: sendsBytes,
  readAssetHeadset: sendsBytes,
  readAssetThumbnail: sendsBytes,
  readAssetTurntable: sendsBytes,
  readAssetSource: sendsBytes,
  readStoredFile: sendsBytes,
  readStoredFileFacts: shortRead,
  readConfig: 'collects settings in the handler',
}

/**
 * Finds routes whose handler calls no function of the route's verb, so that a reader who knows the route finds its use
 * case. The verb is the first word of the name. Routes in `exceptions` have a reason instead; one that is not needed is
 * reported too.
 */
export function checkRouteVerbs(
  root: string,
  exceptions: Readonly<Record<string, string>>,
): { routes: number; violations: Violation[] } {
  const violations: Violation[] = []
  const unneeded = new Set(Object.keys(exceptions))
  let routes = 0
  for (const file of filesBelow(root, 'apps/server/src', ['.ts'])) {
    if (file.endsWith('.test.ts')) continue
    const text = readText(root, file)
    if (!text.includes('serve(')) continue
    const lineOf = lineCounter(text)
    walk(readTree(file, text), (node) => {
      if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'serve') return
      const given = node['arguments']
      if (!Array.isArray(given) || given.length < 2) return
      const route = nameOf(given[0])
      if (route === undefined) return
      routes += 1
      const called = calledIn(given.at(-1))
      if (called.some((name) => verbOf(name) === verbOf(route))) return
      if (unneeded.delete(route)) return
      const what = `serves ${route} by ${called.join(', ') || 'no function'}; give both the same verb`
      violations.push({ file, line: lineOf(node.start), what })
    })
  }
  for (const route of unneeded) {
    violations.push({ file: 'tools/checks/route-verbs.ts', line: 1, what: `excepts ${route} without need` })
  }
  return { routes, violations }
}

/** Returns the functions that a handler calls, or the handler itself if it is a name. */
function calledIn(handler: unknown): string[] {
  const own = nameOf(handler)
  if (own !== undefined) return [own]
  const names: string[] = []
  walk(handler, (node) => {
    const name = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined
    if (name !== undefined) names.push(name)
  })
  return names
}

/** Returns the name of an identifier, or the last name of `a.b`; undefined for everything else. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  const name = value.type === 'MemberExpression' ? value['property'] : value
  return isNode(name) && name.type === 'Identifier' && typeof name['name'] === 'string' ? name['name'] : undefined
}

/** Returns the first word of a name in camel case: `accept` of `acceptOffer`. */
export function verbOf(name: string): string {
  return /^[a-z]+/.exec(name)?.[0] ?? name
}
