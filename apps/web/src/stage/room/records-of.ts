import { type RecordKind, type RecordValue } from '@veranda/contract/rooms/records.ts'

export type Records = ReadonlyMap<string, RecordValue[RecordKind]>

/** The one record of a kind of which there is one. */
export function recordOf<K extends 'stage' | 'placement' | 'tools'>(
  records: Records,
  kind: K,
): RecordValue[K] | undefined {
  // Records come parsed, and a key begins with the kind of its value.
  return records.get(kind) as RecordValue[K] | undefined
}

/** All records of a kind of which there may be several, with their keys. */
export function recordsOf<K extends 'reference' | 'measure' | 'stroke' | 'note'>(
  records: Records,
  kind: K,
): [key: string, value: RecordValue[K]][] {
  const found: [string, RecordValue[K]][] = []
  for (const [key, value] of records) {
    // As above.
    if (key.startsWith(`${kind}:`)) found.push([key, value as RecordValue[K]])
  }
  return found
}
