import type { Notification, Why } from '@veranda/contract/notifications/schemas.ts'
import type { Default, Json, At, MaybeAt } from '../columns.ts'

export type NotificationTables = {
  notifications: {
    id: string
    person_id: string
    cause: string
    type: Notification['type']
    live_name: string
    priority: Notification['priority']
    key: string
    params: Json<Record<string, string | number>>
    data: Json<Notification['data']>
    sender_id: string | null
    project_id: string | null
    routing: Json<Why['channels']>
    created_at: At
    seen_at: MaybeAt
    read_at: MaybeAt
    deleted_at: MaybeAt
  }
  notification_preferences: { person_id: string; preferences: Json<unknown>; updated_at: At }
  support_tickets: {
    id: string
    person_id: string | null
    email: string
    message: string
    state: Default<'open' | 'answered' | 'closed'>
    created_at: At
  }
}
