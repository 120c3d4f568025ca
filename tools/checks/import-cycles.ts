/**
 * Returns the groups of files that import each other, directly or over others (strongly connected components, Tarjan
 * 1972), each as the names of its files with an arrow between two. A file that imports itself is a group.
 */
export function findImportCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[] = []
  const lowerTo = (file: string, index: number) => lowest.set(file, Math.min(lowest.get(file) ?? index, index))
  const visit = (file: string) => {
    const index = indexes.size
    indexes.set(file, index)
    lowerTo(file, index)
    open.push(file)
    for (const imported of imports.get(file) ?? []) {
      const known = indexes.get(imported)
      if (known === undefined) {
        visit(imported)
        lowerTo(file, lowest.get(imported) ?? index)
      } else if (open.includes(imported)) lowerTo(file, known)
    }
    if (lowest.get(file) !== index) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1 || imports.get(file)?.has(file)) cycles.push(group.toSorted().join(' ↔ '))
  }
  for (const file of imports.keys()) if (!indexes.has(file)) visit(file)
  return cycles
}
