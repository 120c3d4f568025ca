type NamedParts = readonly { readonly name: string }[]

/**
 * Counts the parts of the former model whose names the later one has too. Versions of one work keep the names of their
 * parts; when none is kept, the file is probably another one.
 */
export function countSharedParts(former: NamedParts, later: NamedParts): { shared: number; total: number } {
  const names = new Set(later.map(({ name }) => name))
  return { shared: former.filter(({ name }) => names.has(name)).length, total: former.length }
}
