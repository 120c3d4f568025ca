import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readText } from './files.ts'
import type { Violation } from './table-access.ts'

const document = 'ARCHITECTURE.md'
const maxFilesOut = 12
const maxFilesBack = 10
const sides = ['apps/web/src', 'apps/server/src'] as const

type Arrow = '→' | '⤳' | '⇢'
/** A part of a way: a file with the files in brackets after it, or the name of a pipeline. */
type Hop = {
  readonly arrow: Arrow | undefined
  readonly name: string
  readonly isPipeline: boolean
  readonly joinedBy: readonly string[]
}
type Way = { readonly line: number; readonly title: string; readonly hops: readonly Hop[]; readonly text: string }
type Pipeline = { readonly files: readonly string[]; readonly entry: string | undefined }

const wayPattern = /^(?:(?<title>Out|Back)\b[^:]*:|- \*\*(?<pipeline>\w+)\*\* \(\d+ files[^)]*\):)/
const tokenPattern = /(?<arrow>[→⤳⇢])|\*\*(?<pipeline>\w+)\*\*|\((?<bracket>[^()]*)\)|`(?<file>[\w./-]+\.tsx?)`/g
const filePattern = /`([\w./-]+\.tsx?)`/g
const countPattern = /(\d+) files?(?: and (\d+) of the way out)?(?:, (\d+) with the pipelines)?[.,)]/

/**
 * Checks the walks of ARCHITECTURE.md against the code: every file is there, every hop is an import or a registration,
 * every number is counted, and no way is longer than a reader can follow. Returns how many hops were looked at.
 */
export function checkWalks(root: string): { hops: number; violations: Violation[] } {
  const violations: Violation[] = []
  const imports = importReader(root)
  const pipelines = new Map<string, Pipeline>()
  let hops = 0
  let wayOut: readonly string[] = []
  for (const way of readWays(readText(root, document))) {
    const fail = (what: string) => violations.push({ file: document, line: way.line, what: `${way.title}: ${what}` })
    const isPipeline = way.title !== 'Out' && way.title !== 'Back'
    if (way.title === 'Out') wayOut = []
    hops += way.hops.length
    const files = followWay(root, way, { imports, pipelines, fail })
    const own = new Set(files.own)
    const again = way.title === 'Back' ? wayOut.filter((file) => own.has(file)).length : 0
    const whole = new Set([...files.own, ...files.ofPipelines])
    const [, count, countAgain = '0', countWhole] = countPattern.exec(way.text) ?? []
    if (Number(count) !== own.size - again || Number(countAgain) !== again)
      fail(`it says ${count} files and ${countAgain} of the way out, and has ${own.size - again} and ${again}`)
    if (!isPipeline && (countWhole === undefined ? whole.size > own.size : Number(countWhole) !== whole.size))
      fail(`it says ${countWhole ?? 'nothing'} with the pipelines, and has ${whole.size}`)
    if (isPipeline) pipelines.set(way.title, { files: files.own, entry: /entered by `([^`]+)`/.exec(way.text)?.[1] })
    else if (own.size - again > (way.title === 'Out' ? maxFilesOut : maxFilesBack)) fail('it has too many files')
    if (way.title === 'Out') wayOut = files.own
  }
  return { hops, violations }
}

type Check = {
  readonly imports: (file: string) => ReadonlyMap<string, ImportKind>
  readonly pipelines: ReadonlyMap<string, Pipeline>
  readonly fail: (what: string) => void
}

/** Follows a way hop by hop. Returns its own files, in order, and those of the pipelines that it passes. */
function followWay(
  root: string,
  { hops }: Way,
  { imports, pipelines, fail }: Check,
): { own: string[]; ofPipelines: string[] } {
  const own: string[] = []
  const ofPipelines: string[] = []
  for (const hop of hops) {
    const passed = [...own, ...ofPipelines]
    if (hop.isPipeline) {
      const pipeline = pipelines.get(hop.name)
      if (!pipeline) {
        fail(`names the pipeline ${hop.name}, which is not described`)
        continue
      }
      const { files, entry } = pipeline
      const [first = ''] = files
      const enters = (file: string) =>
        entry === undefined ? imports(file).get(first) === 'value' : readText(root, file).includes(`${entry}(`)
      if (passed.length > 0 && !own.some(enters)) fail(`no file before enters ${hop.name}`)
      ofPipelines.push(...files)
      continue
    }
    const file = findFile(root, hop.name, own.at(-1))
    if (file === undefined) {
      fail(`names ${hop.name}, which does not exist`)
      continue
    }
    const joints = hop.joinedBy.flatMap((name) => findFile(root, name, file) ?? [])
    if (passed.length > 0 && hop.arrow !== '⇢' && !isReached(file, { passed, joints, arrow: hop.arrow, imports }))
      fail(`no file before ${hop.arrow === '→' ? 'imports' : 'is joined to'} ${hop.name}`)
    if (!own.includes(file)) own.push(file)
  }
  return { own, ofPipelines }
}

type Reach = {
  readonly passed: readonly string[]
  readonly joints: readonly string[]
  readonly arrow: Arrow | undefined
  readonly imports: Check['imports']
}

/**
 * Returns whether a file is reached from those before it: called where one imports it, and called back where it imports
 * one, is handed to one by its type, or is joined to one by imports of the files in brackets.
 */
function isReached(file: string, { passed, joints, arrow, imports }: Reach): boolean {
  if (arrow === '→') return passed.some((one) => imports(one).get(file) === 'value')
  const areJoined = (one: string, other: string) => imports(one).has(other) || imports(other).has(one)
  const reached = new Set([file])
  for (const one of reached) {
    if (passed.some((before) => areJoined(before, one))) return true
    for (const joint of joints) if (areJoined(joint, one)) reached.add(joint)
  }
  return false
}

function readWays(text: string): Way[] {
  return text.split('\n').flatMap((line, index) => {
    const groups = wayPattern.exec(line)?.groups
    const title = groups?.['title'] ?? groups?.['pipeline']
    if (title === undefined) return []
    return [{ line: index + 1, title, text: line, hops: readHops(line.slice(line.indexOf(':') + 1)) }]
  })
}

/** Returns the hops of a way, up to the sentence that counts them. */
function readHops(text: string): Hop[] {
  const hops: Hop[] = []
  let arrow: Arrow | undefined
  const end = /\. \d+ files?\b/.exec(text)?.index ?? text.length
  for (const { groups = {} } of text.slice(0, end).matchAll(tokenPattern)) {
    const { bracket, file, pipeline } = groups
    const last = hops.at(-1)
    // The pattern allows only these.
    if (groups['arrow'] !== undefined) arrow = groups['arrow'] as Arrow
    else if (bracket !== undefined) {
      const joinedBy = [...bracket.matchAll(filePattern)].map(([, name = '']) => name)
      if (last) hops[hops.length - 1] = { ...last, joinedBy }
    } else {
      hops.push({ arrow, name: file ?? pipeline ?? '', isPipeline: file === undefined, joinedBy: [] })
      arrow = undefined
    }
  }
  return hops
}

/** Returns the path of a file that is named from the folder of the one before it, or from the root of a side. */
function findFile(root: string, name: string, before: string | undefined): string | undefined {
  const first = sides.find((side) => before?.startsWith(side)) ?? sides[0]
  const folders = [...(before === undefined ? [] : [dirname(before)]), first, ...sides]
  return folders.map((folder) => normalize(join(folder, name))).find((path) => existsSync(join(root, path)))
}

type ImportKind = 'value' | 'type'

/** Returns a function that reads which files of its own tree a file imports, and whether for more than types. */
function importReader(root: string): (file: string) => ReadonlyMap<string, ImportKind> {
  const known = new Map<string, ReadonlyMap<string, ImportKind>>()
  return (file) => {
    const read = known.get(file)
    if (read) return read
    const text = readText(root, file)
    const found = new Map<string, ImportKind>()
    const add = (specifier: string, kind: ImportKind) => {
      if (!specifier.startsWith('.')) return
      const path = normalize(join(dirname(file), specifier))
      if (found.get(path) !== 'value') found.set(path, kind)
    }
    const { module } = parseSync(file, text)
    for (const { entries, moduleRequest } of module.staticImports) {
      const isTypes = entries.length > 0 && entries.every(({ isType }) => isType)
      add(moduleRequest.value, isTypes ? 'type' : 'value')
    }
    // Without the quotes around it.
    for (const { moduleRequest: at } of module.dynamicImports) add(text.slice(at.start + 1, at.end - 1), 'value')
    known.set(file, found)
    return found
  }
}
