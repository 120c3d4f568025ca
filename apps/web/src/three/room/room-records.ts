import { type RecordKind, type RecordValue } from '@veranda/contract/rooms/records/record-kinds.ts'

export type RoomRecords = ReadonlyMap<string, RecordValue[RecordKind]>

/** Returns the record of a kind that exists only once. */
export function findRecord<K extends 'scene' | 'placement' | 'tools'>(
  records: RoomRecords,
  kind: K,
): RecordValue[K] | undefined {
  // Records are already parsed, and a key starts with the kind of its value.
  return records.get(kind) as RecordValue[K] | undefined
}

/** Returns all records of a kind with their keys. */
export function listRecords<K extends 'reference' | 'measure' | 'stroke' | 'note'>(
  records: RoomRecords,
  kind: K,
): [key: string, value: RecordValue[K]][] {
  const found: [string, RecordValue[K]][] = []
  for (const [key, value] of records) {
    // As above.
    if (key.startsWith(`${kind}:`)) found.push([key, value as RecordValue[K]])
  }
  return found
}
