import { join } from 'node:path'
import { inspectHouse } from './checks/house.ts'

const { docstrings, constants, fragments, scatteredNouns, nounCells, cycles, imports, fullFolders } = inspectHouse(
  join(import.meta.dirname, '..'),
)
const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`

const details = process.argv.includes('--details')
const print = (title: string, items: readonly string[]) => {
  console.log(title)
  if (details) for (const item of items) console.log(`  ${item}`)
}
print(
  `docstrings of functions and methods (not of types, fields and constants) that start with a verb: ${share(docstrings.verbs, docstrings.total)}`,
  docstrings.others,
)
print(`numeric constants with a unit or a role: ${share(constants.named, constants.total)}`, constants.others)
print(`modules under 25 lines with one importer: ${fragments.length}`, fragments)
print(`product nouns exported by more than one file of a layer: ${scatteredNouns.length}`, scatteredNouns)
print(
  `product nouns that core and contract do not export as a type: ${share(nounCells.missing.length, nounCells.total)}`,
  nounCells.missing,
)
print(`import cycles, types included, among ${imports} imports: ${cycles.length}`, cycles)
print(`folders with more modules than a reader takes in at a glance: ${fullFolders.length}`, fullFolders)
