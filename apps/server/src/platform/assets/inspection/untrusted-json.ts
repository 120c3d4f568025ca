export type UntrustedJson = Readonly<Record<string, unknown>>

/** Returns a value of untrusted JSON as an object; an empty object for any other type. */
export function asObject(value: unknown): UntrustedJson {
  // A JSON object has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntrustedJson) : {}
}

/** Returns a list in untrusted JSON as objects; other elements become empty objects, so that indices stay valid. */
export function asObjects(value: unknown): readonly UntrustedJson[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Returns the numbers of a list in untrusted JSON. */
export function asNumbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
}

/** Returns a count or index of untrusted JSON, or `fallback` unless it is a non-negative integer. */
export function asCount(value: unknown, fallback = 0): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
