import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { filesBelow, readText } from './files.ts'
import { findImportCycles } from './import-cycles.ts'
import { lineCounter, walk } from './source.ts'
import type { Violation } from './table-access.ts'

/** The bars of the figures. */
const minVerbShare = 0.95
const minNamedConstantShare = 0.95
const maxFragmentCount = 60
const maxFolderFileCount = 24

export type HouseReport = {
  /** Docstrings of functions and methods, and those whose first word is a verb in the third person. */
  readonly docstrings: { readonly total: number; readonly verbs: number; readonly others: readonly string[] }
  /** Top-level numeric constants, and those whose name carries a unit or a role. */
  readonly constants: { readonly total: number; readonly named: number; readonly others: readonly string[] }
  /** Source modules under 25 lines that one other source module imports. */
  readonly fragments: readonly string[]
  /** Product nouns that are not an exported type of exactly one file in a layer where they are exported at all. */
  readonly scatteredNouns: readonly string[]
  /** Product nouns that a layer that declares them is expected to export as a type, and those it does not. */
  readonly nounCells: { readonly total: number; readonly missing: readonly string[] }
  /** Groups of source modules that import each other, types included, and how many imports were followed. */
  readonly cycles: readonly string[]
  readonly imports: number
  /** Folders with more modules than a reader takes in at a glance, without tests and styles. */
  readonly fullFolders: readonly string[]
}

const productNouns = [
  'User',
  'Service',
  'Booking',
  'Offer',
  'Commission',
  'Project',
  'Milestone',
  'Deliverable',
  'Asset',
  'Pin',
  'Reservation',
  'Conversation',
  'Message',
  'Notification',
  'Review',
  'Room',
  'Charge',
  'Payout',
] as const

const layers = ['packages/core', 'packages/contract', 'apps/server', 'apps/web'] as const

/** Layers that declare product nouns. The server and the web app use the types of these and declare none. */
const declaringLayers = ['packages/core', 'packages/contract'] as const

/** Folders that are one flat list on purpose (decision 022). */
const flatFolders: readonly string[] = ['apps/web/src/screens', 'packages/ui/src']

/** Nouns that a layer has under other names, and why. */
const namedOtherwise: Readonly<Record<string, string>> = {
  'Service in packages/core': 'as in the contract: hourly services have rules, package services have none of their own',
  'Service in packages/contract':
    'its two kinds belong to two features: HourlyService to bookings, PackageService to talent',
  'Conversation in packages/core': 'its rules are those of its messages; it has no state of its own',
  'Reservation in packages/contract': 'on the wire it is a Booking in the state reserved',
}

/** First words that end in s and are no verb. */
const notVerbs =
  /^(?:This|Its|Is|As|Was|Has|Bytes|Milliseconds|Seconds|Minutes|Hours|Days|Users|Files|Rows|Names|Ids|Keys|Others|Always|Unless|Perhaps|Metres|Points|Pixels)$/

const unitOrRole =
  /(?:Ms|Seconds|Minutes|Hours|Days|Weeks|Months|Years|Bytes|Kib|Mib|Gib|Px|Rem|Em|Metres|Mm|Cm|Pixels|Texels|Points|Percent|Permille|Degrees|Radians|Hz|Fps|Chars|Characters|Lines|Rows|Columns|Count|Limit|Length|Size|Width|Height|Depth|Radius|Distance|Angle|Speed|Rate|Ratio|Share|Scale|Factor|Weight|Threshold|Tolerance|Epsilon|Precision|Version|Code|Key|Seed|Port|Index|Offset|Bits|Mask|Flag|Opcode|Id|Cents|Candela|Attempts|Tries|Retries|Amount|Price|Fee|Step|Steps|Level|Opacity|Alpha|Gain|Position|X|Y|Z|Order)(?:[A-Z]\w*)?$|^(?:max|min|default|initial|few|first|last|total)[A-Z]|^[A-Z_0-9]+$|Per[A-Z]\w*$/

/** Reads the sources of the product and returns the figures that show how well the tree keeps its own conventions. */
export function inspectHouse(root: string): HouseReport {
  const sources = ['packages', 'apps', 'tools', 'bench']
    .flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx']))
    .filter((file) => !/\.(?:test|spec)\.tsx?$|\/testing\/|\.d\.ts$/.test(file))
  const verbless: string[] = []
  const unnamed: string[] = []
  let docs = 0
  let constants = 0
  const importers = new Map<string, Set<string>>()
  const imports = new Map<string, Set<string>>()
  const lengths = new Map<string, number>()
  const nouns = new Map<string, string[]>()
  for (const file of sources) {
    const text = readText(root, file)
    const lineOf = lineCounter(text)
    lengths.set(file, text.split('\n').length - 1)
    const { program, comments } = parseSync(file, text)
    const docEnding = new Map(
      comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map((doc) => [doc.end, doc]),
    )
    walk(program, (node) => {
      const specifier = moduleOf(node)
      if (specifier !== undefined) {
        const target = resolveModule(file, specifier)
        if (target !== undefined) {
          importers.set(target, (importers.get(target) ?? new Set()).add(file))
          imports.set(file, (imports.get(file) ?? new Set()).add(target))
        }
      }
      if (isFunction(node)) {
        const before = text.slice(0, node.start).trimEnd().length
        const doc = docEnding.get(before)
        if (doc) {
          docs += 1
          const first = /[A-Za-z'-]+/.exec(doc.value)?.[0] ?? ''
          if (!/^[A-Z][a-z]+s$/.test(first) || notVerbs.test(first)) {
            verbless.push(
              `${file}:${lineOf(doc.start)} ${doc.value
                .replace(/\s*\*\s*/g, ' ')
                .trim()
                .slice(0, 60)}`,
            )
          }
        }
      }
    })
    for (const statement of program.body) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const') {
        for (const { id, init } of declaration.declarations) {
          if (id.type !== 'Identifier' || !isNumeric(init)) continue
          constants += 1
          if (!unitOrRole.test(id.name)) unnamed.push(`${file}:${lineOf(id.start)} ${id.name}`)
        }
      }
      if (statement.type !== 'ExportNamedDeclaration' || !declaration) continue
      if (declaration.type !== 'TSTypeAliasDeclaration' && declaration.type !== 'TSInterfaceDeclaration') continue
      const layer = layers.find((folder) => file.startsWith(`${folder}/`))
      const { name } = declaration.id
      if (layer !== undefined && productNouns.some((noun) => noun === name)) {
        const key = `${name} in ${layer}`
        nouns.set(key, [...(nouns.get(key) ?? []), file])
      }
    }
  }
  const fragments = [...lengths]
    .filter(([file, lines]) => lines < 25 && importers.get(file)?.size === 1)
    .map(([file]) => file)
  const folders = Map.groupBy(sources, (file) => dirname(file))
  const cells = declaringLayers
    .flatMap((layer) => productNouns.map((noun) => `${noun} in ${layer}`))
    .filter((cell) => !(cell in namedOtherwise))
  return {
    docstrings: { total: docs, verbs: docs - verbless.length, others: verbless },
    constants: { total: constants, named: constants - unnamed.length, others: unnamed },
    fragments,
    scatteredNouns: [...nouns]
      .filter(([, files]) => files.length > 1)
      .map(([key, files]) => `${key}: ${files.join(', ')}`),
    nounCells: { total: cells.length, missing: cells.filter((cell) => !nouns.has(cell)) },
    cycles: findImportCycles(imports),
    imports: [...imports.values()].reduce((sum, { size }) => sum + size, 0),
    fullFolders: [...folders]
      .filter(([folder, files]) => files.length > maxFolderFileCount && !flatFolders.includes(folder))
      .map(([folder, files]) => `${folder} (${files.length})`),
  }
}

/** Checks the figures against their bars. Returns the counts of what was looked at, so that too few can fail. */
export function checkHouse(root: string): { docstrings: number; constants: number; violations: Violation[] } {
  const { docstrings, constants, fragments, scatteredNouns, nounCells, cycles, fullFolders } = inspectHouse(root)
  const misses = [
    ...(docstrings.verbs < minVerbShare * docstrings.total
      ? docstrings.others.map((place) => `${place} does not start with a verb`)
      : []),
    ...(constants.named < minNamedConstantShare * constants.total
      ? constants.others.map((place) => `${place} has neither a unit nor a role`)
      : []),
    ...(fragments.length > maxFragmentCount
      ? fragments.map((file) => `${file} is one of ${fragments.length} short modules with one importer: merge some`)
      : []),
    ...scatteredNouns.map((noun) => `${noun} export the same noun`),
    ...nounCells.missing.map((cell) => `${cell} is not exported as a type`),
    ...cycles.map((cycle) => `${cycle} import each other`),
    ...fullFolders.map((folder) => `${folder} has more than ${maxFolderFileCount} modules: divide it by concept`),
  ]
  return {
    docstrings: docstrings.total,
    constants: constants.total,
    violations: misses.map((what) => ({ file: 'tools/checks/house.ts', line: 1, what })),
  }
}

type SyntaxNode = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

/** Returns the module that a node imports statically or dynamically; undefined when it imports none. */
function moduleOf(node: SyntaxNode): string | undefined {
  if (
    !/^(?:ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression|TSImportType)$/.test(node.type)
  ) {
    return undefined
  }
  const { source } = node
  if (typeof source !== 'object' || source === null || !('value' in source)) return undefined
  return typeof source.value === 'string' ? source.value : undefined
}

function resolveModule(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, name, path] = /^@veranda\/(\w+)\/(.+)$/.exec(specifier) ?? []
  if (name === undefined || path === undefined) return undefined
  return name === 'server' ? `apps/server/src/${path}` : `packages/${name}/src/${path}`
}

function isFunction(node: SyntaxNode): boolean {
  if (/^(?:FunctionDeclaration|TSDeclareFunction|MethodDefinition)$/.test(node.type)) return true
  if (node.type === 'ExportNamedDeclaration') {
    const { declaration } = node
    if (typeof declaration !== 'object' || declaration === null || !('type' in declaration)) return false
    return declaration.type === 'FunctionDeclaration'
  }
  return node.type === 'TSMethodSignature'
}

function isNumeric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if (value.type === 'Literal') return 'value' in value && typeof value.value === 'number'
  if (value.type === 'UnaryExpression') return 'argument' in value && isNumeric(value.argument)
  if (value.type === 'BinaryExpression')
    return 'left' in value && 'right' in value && isNumeric(value.left) && isNumeric(value.right)
  return false
}
