/** What canonical text can be made of: integers only, so that no number has two spellings. */
export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

/**
 * The one JSON text of a value: keys in code-unit order, no blanks, strings in Unicode NFC, integers only. Equal values
 * give equal text in every runtime, so a hash of the text binds the value (after RFC 8785). Throws on a fraction.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
    return String(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

// Array.isArray does not narrow readonly arrays.
function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}
