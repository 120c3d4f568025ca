/** Values with one canonical text: integers only, so that no number has two spellings. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue }

/**
 * Returns the canonical JSON text of a value: keys in code-unit order, no whitespace, strings in Unicode NFC, integers
 * only. Equal values give equal text in every runtime, so a hash of the text identifies the value (after RFC 8785).
 * Throws on a fraction.
 */
export function canonicalJson(value: CanonicalValue): string {
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
function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value)
}
