import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type TransactionKind } from '@veranda/core/ledger/transaction.ts'
import {
  type Timestamp,
  type Defaulted,
  type DefaultedTimestamp,
  type Jsonb,
  type NullableTimestamp,
  type NullableJsonb,
} from '../column-types.ts'

export type PlatformTables = {
  /** Small facts about the installation: the sandbox clock's shift, the generated secret. */
  settings: { key: string; value: Jsonb<unknown> }
  /** The transactional outbox. Event handlers read it in the order of (xid, position). */
  events: {
    id: string
    position: Defaulted<number>
    xid: Defaulted<string>
    type: string
    subject_kind: string
    subject_id: string
    project_id: string | null
    actor_id: string | null
    at: Timestamp
    data: Jsonb<unknown>
  }
  handler_cursors: { handler: string; xid: string; position: number }
  handled_events: { handler: string; event_id: string; at: DefaultedTimestamp }
  event_dead_letters: { handler: string; event_id: string; tries: number; error: string; at: DefaultedTimestamp }
  streams: { kind: string; id: string; last_seq: number }
  stream_events: {
    stream_kind: string
    stream_id: string
    seq: number
    name: string
    payload: Jsonb<unknown>
    at: DefaultedTimestamp
  }
  timers: {
    key: string
    kind: string
    subject_kind: string
    subject_id: string
    at: Timestamp
    data: Jsonb<unknown>
    tries: Defaulted<number>
    retry_at: NullableTimestamp
    error: string | null
  }
  timer_dead_letters: {
    key: string
    kind: string
    subject_kind: string
    subject_id: string
    at: Timestamp
    data: Jsonb<unknown>
    tries: number
    error: string
    failed_at: DefaultedTimestamp
  }
  /** Times in which no node was running, on the product's clock. */
  outages: { began_at: Timestamp; ended_at: Timestamp }
  idempotency_keys: {
    user_id: string
    key: string
    route: string
    body_hash: string
    status: number | null
    reply: NullableJsonb<unknown>
    at: DefaultedTimestamp
  }
  /** Calls counted against the limits that all nodes share. */
  rate_limit_counts: { key: string; whole_at: Timestamp }
  audit_log: {
    id: string
    action: string
    user_id: string | null
    actor_id: string | null
    ip_address: string | null
    user_agent: string | null
    request_id: string | null
    data: Jsonb<unknown>
    at: Timestamp
  }
  stored_files: {
    id: string
    owner_id: string
    sha256: string
    media_type: string
    bytes: number
    width: number
    height: number
    name: string
    embedded_metadata: NullableJsonb<EmbeddedMetadata>
    created_at: Timestamp
  }
  ledger_transactions: {
    id: string
    cause: string
    kind: TransactionKind
    currency: string
    at: Timestamp
    project_id: string | null
    milestone_id: string | null
    booking_id: Defaulted<string | null>
    client_id: string | null
    creator_id: string | null
  }
  ledger_entries: {
    transaction_id: string
    line: number
    account: string
    currency: string
    debit: Defaulted<number>
    credit: Defaulted<number>
  }
}
