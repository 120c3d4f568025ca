import { filesBelow, readText } from './files.ts'
import { isNode, type Node, readTree, walk } from './source.ts'
import type { Violation } from './table-access.ts'

const sourceFolders = ['packages/core/src', 'packages/contract/src', 'packages/ui/src', 'apps/server', 'apps/web/src']
const testFiles = /\.(?:test|spec)\.tsx?$|\/testing\/|\/testing\.ts$|\.d\.ts$/
const pluralSuffix = /_(?:zero|one|two|few|many|other)$/

/** A key built from a template: the text around its parameters, and the catalogues that its file names. */
type KeyTemplate = {
  readonly pattern: RegExp
  readonly startsWithParameter: boolean
  readonly catalogues: ReadonlySet<string>
}

/**
 * Finds messages that nothing uses. A key is used if the sources contain it as a string, or if a template fits it and
 * every parameter of the template is a string of the sources, a property or a number. A template that starts with a
 * parameter counts only for the catalogues that its file names. Returns how much was looked at, so that a run that saw
 * too little can fail.
 */
export function checkUnusedMessages(root: string): { keys: number; templates: number; violations: Violation[] } {
  const catalogues = filesBelow(root, 'packages/i18n/src', ['en.json']).map((file) => ({
    file,
    name: file.slice('packages/i18n/src/'.length, -'/en.json'.length),
  }))
  const names = new Set(catalogues.map(({ name }) => name))
  const { strings, templates } = readKeys(root, names)

  const isBuilt = (key: string, catalogue: string | undefined): boolean =>
    templates.some(({ pattern, startsWithParameter, catalogues: named }) => {
      if (startsWithParameter && catalogue !== undefined && !named.has(catalogue)) return false
      const [, ...parameters] = pattern.exec(key) ?? []
      return parameters.length > 0 && parameters.every(isKnown)
    })
  const known = new Map<string, boolean>()
  const isKnown = (part: string): boolean => {
    let found = known.get(part)
    if (found === undefined) {
      known.set(part, false)
      found = strings.has(part) || /^\d+$/.test(part) || isBuilt(part, undefined)
      known.set(part, found)
    }
    return found
  }

  const violations: Violation[] = []
  let keys = 0
  for (const { file, name } of catalogues) {
    const text = readText(root, file)
    // A catalogue is a flat object of strings.
    for (const key of Object.keys(JSON.parse(text) as Record<string, string>)) {
      keys += 1
      const base = key.replace(pluralSuffix, '')
      if (strings.has(key) || strings.has(base) || isBuilt(base, name)) continue
      const line = text.slice(0, text.indexOf(`"${key}"`)).split('\n').length
      violations.push({ file, line, what: `${key} is used nowhere` })
    }
  }
  return { keys, templates: templates.length, violations }
}

function readKeys(root: string, catalogueNames: ReadonlySet<string>) {
  const strings = new Set<string>()
  const templates: KeyTemplate[] = []
  const files = sourceFolders.flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx']))
  for (const file of files.filter((one) => !testFiles.test(one))) {
    const catalogues = new Set<string>()
    walk(readTree(file, readText(root, file)), (node) => {
      if (node.type === 'Literal' && typeof node['value'] === 'string') {
        strings.add(node['value'])
        if (catalogueNames.has(node['value'])) catalogues.add(node['value'])
      } else if (node.type === 'Property' && isNode(node['key']) && typeof node['key']['name'] === 'string') {
        strings.add(node['key']['name'])
      } else if (node.type === 'TemplateLiteral' || node.type === 'TSTemplateLiteralType') {
        for (const parts of partsOf(node)) {
          const [only, ...more] = parts
          if (more.length === 0) strings.add(only ?? '')
          else if (isKeyTemplate(parts)) templates.push(...patternsOf(parts, catalogues))
        }
      }
    })
  }
  return { strings, templates }
}

/** The text around the parameters of a template, in turn; several where a part of it depends on a condition. */
function partsOf(node: unknown): string[][] {
  if (!isNode(node)) return [['', '']]
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [[node['value']]] : [['', '']]
  if (node.type === 'ConditionalExpression') return [...partsOf(node['consequent']), ...partsOf(node['alternate'])]
  if (node.type !== 'TemplateLiteral' && node.type !== 'TSTemplateLiteralType') return [['', '']]
  // A template has texts, and between them one expression or type each.
  const texts = (node['quasis'] as Node[]).map((quasi) => (quasi['value'] as { cooked: string }).cooked)
  const expressions = (node['expressions'] ?? node['types']) as unknown[]
  let found = [[texts[0] ?? '']]
  for (const [index, expression] of expressions.entries()) {
    const next = [texts[index + 1] ?? '']
    found = found.flatMap((before) => partsOf(expression).map((part) => join(join(before, part), next)))
  }
  return found
}

/** Joins two rows of texts: the last of the first and the first of the second are one text. */
function join(before: readonly string[], after: readonly string[]): string[] {
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)]
}

function isKeyTemplate(parts: readonly string[]): boolean {
  return parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => part.includes('.'))
}

/** Returns a pattern for each parameter that may span several segments of the key. */
function patternsOf(parts: readonly string[], catalogues: ReadonlySet<string>): KeyTemplate[] {
  return parts.slice(1).map((_, long) => ({
    pattern: new RegExp(
      `^${parts.map((part, index) => (index === 0 ? '' : index - 1 === long ? '([\\w.-]+)' : '([\\w-]+)') + part.replace(/[.-]/g, '\\$&')).join('')}$`,
    ),
    startsWithParameter: parts[0] === '',
    catalogues,
  }))
}
