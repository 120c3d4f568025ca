import type { Notification, Explanation } from '@veranda/contract/notifications/schemas.ts'
import type { AdminQueueName } from '@veranda/core/admin/admin-queues.ts'
import type { TicketState } from '@veranda/core/support/ticket.ts'
import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Jsonb, Timestamp, NullableTimestamp } from '../column-types.ts'

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
    state: Defaulted<TicketState>
    version: Defaulted<number>
    language: Defaulted<string>
    first_answered_at: NullableTimestamp
  }
  support_messages: {
    id: string
    ticket_id: string
    kind: 'reply' | 'answer' | 'solution'
    author_id: string | null
    text: string
    created_at: Timestamp
  }
  support_notes: { id: string; ticket_id: string; author_id: string; text: string; created_at: Timestamp }
  support_links: {
    id: string
    ticket_id: string
    kind: 'user' | 'project' | 'booking' | 'commission'
    object_id: string
    created_at: Timestamp
  }
  admin_settings: { admin_id: string; case_mails: boolean }
  admin_assignments: { queue: AdminQueueName; case_id: string; admin_id: string; assigned_at: Timestamp }
}
