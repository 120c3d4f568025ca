import type { RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import type { Timestamp, NullableTimestamp, NullableJsonb } from '../column-types.ts'

export type RoomTables = {
  rooms: {
    id: string
    project_id: string | null
    booking_id: string | null
    invite_hash: string | null
    invite_expires_at: NullableTimestamp
    created_at: Timestamp
  }
  room_users: { room_id: string; user_id: string; role: RoomRole; removed_at: NullableTimestamp }
  room_records: {
    room_id: string
    key: string
    version: number
    value: NullableJsonb<Record<string, unknown>>
    updated_by_id: string
    updated_at: Timestamp
  }
  room_visits: {
    id: string
    room_id: string
    user_id: string
    entered_at: Timestamp
    left_at: NullableTimestamp
    node_lost_at: NullableTimestamp
  }
  room_silences: { room_id: string; user_id: string; silenced_by_id: string; silenced_at: Timestamp }
  nodes: { id: string; address: string; last_seen_at: Timestamp }
  room_leases: { room_id: string; node_id: string; expires_at: Timestamp; renewed_at: Timestamp }
}
