import { type Refused, refuse } from '../result.ts'
import { mayInRoom, type RoomAct, type RoomRole } from './roles.ts'

const acts: Readonly<Record<string, RoomAct>> = {
  stage: 'place',
  placement: 'place',
  reference: 'place',
  tools: 'tools',
  measure: 'measure',
  stroke: 'draw',
  note: 'note',
}

/** The kind that a record's key begins with. */
export function kindOf(key: string): string {
  return key.split(':', 1)[0] ?? ''
}

/**
 * Whether somebody may write a record now. `version` is that of the record as it stands, 0 when there never was one;
 * who came after it was taken away (`gone`) knows of no version and begins anew with 0. `count` says how many others
 * there are; a `single` one is changed and never taken away. Refuses room.hosts-only (not-allowed), room.record-stays
 * (invalid, `value`), room.record-changed and room.too-full (conflict).
 */
export function refuseRecord(at: {
  role: RoomRole
  key: string
  expected: number
  version: number
  gone: boolean
  single: boolean
  removes: boolean
  count: number
  most: number
}): Refused | undefined {
  const act = acts[kindOf(at.key)]
  if (!act || !mayInRoom(at.role, act)) return refuse('room.hosts-only', 'not-allowed')
  if (at.single && at.removes) return refuse('room.record-stays', 'invalid', { field: 'value' })
  const begins = at.gone && at.expected === 0
  if (at.expected !== at.version && !begins) return refuse('room.record-changed', 'conflict')
  if (!at.removes && at.count >= at.most) return refuse('room.too-full', 'conflict', { detail: { most: at.most } })
  return undefined
}
