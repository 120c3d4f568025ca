import type { Notification, Explanation } from '@veranda/contract/notifications/schemas.ts'
import type { GeneratedAlways } from 'kysely'
import type { Jsonb, Timestamp, NullableTimestamp } from '../column-types.ts'

export type NotificationTables = {
  notifications: {
    id: string
    user_id: string
    dedupe_key: string
    type: Notification['type']
    event_name: string
    priority: Notification['priority']
    key: string
    params: Jsonb<Record<string, string | number>>
    data: Jsonb<Notification['data']>
    sender_id: string | null
    project_id: string | null
    routing: Jsonb<Explanation['channels']>
    created_at: Timestamp
    read_at: NullableTimestamp
    deleted_at: NullableTimestamp
    /** When a push service last accepted a push of it; null while none has. */
    pushed_at: NullableTimestamp
  }
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    user_agent: string | null
    created_at: Timestamp
    last_accepted_at: NullableTimestamp
  }
  notification_preferences: { user_id: string; preferences: Jsonb<unknown>; version: number; updated_at: Timestamp }
  support_tickets: {
    id: string
    user_id: string | null
    email: string
    message: string
    created_at: Timestamp
    number: GeneratedAlways<number>
  }
}
