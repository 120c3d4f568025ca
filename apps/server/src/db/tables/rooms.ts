import type { RoomRole } from '@veranda/core/rooms/roles.ts'
import type { At, MaybeAt, MaybeJson } from '../columns.ts'

export type RoomTables = {
  rooms: {
    id: string
    project_id: string | null
    booking_id: string | null
    invite_hash: string | null
    invite_expires_at: MaybeAt
    created_at: At
  }
  room_people: { room_id: string; person_id: string; role: RoomRole; removed_at: MaybeAt }
  room_records: {
    room_id: string
    key: string
    version: number
    value: MaybeJson<Record<string, unknown>>
    by_id: string
    at: At
  }
  room_visits: { id: string; room_id: string; person_id: string; came_at: At; left_at: MaybeAt; lost_at: MaybeAt }
  room_silences: { room_id: string; person_id: string; by_id: string; at: At }
  nodes: { id: string; address: string; seen_at: At }
  room_leases: { room_id: string; node_id: string; expires_at: At; seen_at: At }
}
