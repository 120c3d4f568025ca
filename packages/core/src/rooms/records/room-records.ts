import { type Refused, refuse } from '../../result.ts'
import { canInRoom, type RoomAction, type RoomRole } from '../access/room-access.ts'

const actionForKind: Readonly<Record<string, RoomAction>> = {
  scene: 'place',
  placement: 'place',
  reference: 'place',
  tools: 'tools',
  measure: 'measure',
  stroke: 'draw',
  note: 'note',
}

/** Returns the kind at the start of a record's key. */
export function recordKindOf(key: string): string {
  return key.split(':', 1)[0] ?? ''
}

/**
 * Refuses a write to a record that is not allowed now. `version` is the current version, 0 if there never was one;
 * after a deletion (`gone`) it may be written with 0 again. `count` is the number of other records; a `single` one
 * cannot be removed. Refuses room.hosts-only (not-allowed), room.record-required (invalid, `value`),
 * room.record-changed and room.too-many-records (conflict).
 */
export function checkRecordWrite(attempt: {
  role: RoomRole
  key: string
  expected: number
  version: number
  gone: boolean
  single: boolean
  removes: boolean
  count: number
  maxRecords: number
}): Refused | undefined {
  const action = actionForKind[recordKindOf(attempt.key)]
  if (!action || !canInRoom(attempt.role, action)) return refuse('room.hosts-only', 'not-allowed')
  if (attempt.single && attempt.removes) return refuse('room.record-required', 'invalid', { field: 'value' })
  const recreates = attempt.gone && attempt.expected === 0
  if (attempt.expected !== attempt.version && !recreates) return refuse('room.record-changed', 'conflict')
  if (!attempt.removes && attempt.count >= attempt.maxRecords)
    return refuse('room.too-many-records', 'conflict', { detail: { max: attempt.maxRecords } })
  return undefined
}
