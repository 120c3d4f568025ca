import { deletedUserName } from '@veranda/core/accounts/deletion.ts'

/**
 * Returns a JSON value with the name of an erased user replaced: where a field is exactly that name or, in texts that
 * the server wrote, also where it is a part of one, but not of a longer word.
 */
export function replaceName(value: unknown, name: string, within: 'fields' | 'texts'): unknown {
  const inText = new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'gu',
  )
  const replaceIn = (one: unknown): unknown => {
    if (typeof one === 'string') {
      if (one === name) return deletedUserName
      return within === 'texts' ? one.replace(inText, deletedUserName) : one
    }
    if (Array.isArray(one)) return one.map(replaceIn)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, field]) => [key, replaceIn(field)]))
  }
  return replaceIn(value)
}
