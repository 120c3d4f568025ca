export type Loose = Readonly<Record<string, unknown>>

/** A value of untrusted JSON as an object; an empty one when it is something else. */
export function objectOf(value: unknown): Loose {
  // An object of JSON has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

/** The objects of a list in untrusted JSON; what is none becomes an empty one, so that places stay. */
export function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** The numbers of a list in untrusted JSON. */
export function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
}

/** A count or index of untrusted JSON; `otherwise` when it is no whole number from 0. */
export function wholeOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
