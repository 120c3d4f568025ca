import { type Preferences } from '@veranda/contract/notifications/schemas.ts'

type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPartial<T[K]> : T[K]
}
export type PreferencesChange = DeepPartial<Preferences>

/** Merges a partial change; lists are replaced as a whole. */
export function mergeDeep<T extends object>(whole: T, part: DeepPartial<T>): T {
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(whole))
  for (const [name, value] of Object.entries(part)) {
    const before = next[name]
    next[name] = isPlainObject(value) && isPlainObject(before) ? mergeDeep(before, value) : value
  }
  // Same keys as before, each with a value of its own type.
  return next as T
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
