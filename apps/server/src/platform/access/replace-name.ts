import { deletedUserName } from '@veranda/core/accounts/deletion/deletion.ts'

/**
 * Returns a JSON value with the names of an erased user replaced: the one they had last and, because names change, each
 * that an object of the value has beside their id. A name is replaced where a field is exactly that name or, in texts
 * that the server wrote, also where it is a part of one, but not of a longer word.
 */
export function replaceName(
  value: unknown,
  user: { readonly id: string; readonly name: string },
  within: 'fields' | 'texts',
): unknown {
  const names = new Set([user.name, ...namesBeside(user.id, value)])
  names.delete(deletedUserName)
  // The longest first, because one name may begin with another.
  const patterns = [...names].toSorted((a, b) => b.length - a.length).map(patternOf)
  const replaceIn = (one: unknown): unknown => {
    if (typeof one === 'string') {
      if (names.has(one)) return deletedUserName
      return within === 'texts' ? patterns.reduce((text, name) => text.replace(name, deletedUserName), one) : one
    }
    if (Array.isArray(one)) return one.map(replaceIn)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, field]) => [key, replaceIn(field)]))
  }
  return replaceIn(value)
}

/** The fields of a user in payloads and replies: that of the id, and that of the name. */
const userFields = [
  ['id', 'name'],
  ['userId', 'username'],
] as const

function namesBeside(id: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = new Map<string, unknown>(Object.entries(value))
  const names = userFields.flatMap(([idField, nameField]) => {
    const name = fields.get(idField) === id ? fields.get(nameField) : undefined
    // An empty name is in every text.
    return typeof name === 'string' && name !== '' ? [name] : []
  })
  return [...names, ...[...fields.values()].flatMap((field) => namesBeside(id, field))]
}

function patternOf(name: string): RegExp {
  const text = name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'gu')
}
