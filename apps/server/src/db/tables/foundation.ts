import { type At, type Default, type DefaultAt, type Json, type MaybeAt, type MaybeJson } from '../columns.ts'

export type FoundationTables = {
  /** Small facts of the installation: the sandbox clock's shift, made-up secrets. */
  settings: { key: string; value: Json<unknown> }
  /** The log. (xid, position) is the order in which reactions read it. */
  events: {
    id: string
    position: Default<number>
    xid: Default<string>
    type: string
    subject_kind: string
    subject_id: string
    project_id: string | null
    actor_id: string | null
    at: At
    data: Json<unknown>
  }
  reaction_cursors: { reaction: string; xid: string; position: number }
  reaction_marks: { reaction: string; event_id: string; at: DefaultAt }
  failed_reactions: { reaction: string; event_id: string; tries: number; error: string; at: DefaultAt }
  streams: { kind: string; id: string; last_seq: number }
  stream_events: {
    stream_kind: string
    stream_id: string
    seq: number
    name: string
    payload: Json<unknown>
    at: DefaultAt
  }
  due: {
    key: string
    kind: string
    subject_kind: string
    subject_id: string
    at: At
    data: Json<unknown>
    tries: Default<number>
    retry_at: MaybeAt
    error: string | null
  }
  failed_due: {
    key: string
    kind: string
    subject_kind: string
    subject_id: string
    at: At
    data: Json<unknown>
    tries: number
    error: string
    failed_at: DefaultAt
  }
  /** When the whole server was away, on the product's clock. */
  outages: { began_at: At; ended_at: At }
  idempotent_answers: {
    person_id: string
    key: string
    route: string
    body_hash: string
    status: number | null
    reply: MaybeJson<unknown>
    at: DefaultAt
  }
  audit: {
    id: string
    what: string
    person_id: string | null
    actor_id: string | null
    address: string | null
    user_agent: string | null
    request_id: string | null
    data: Json<unknown>
    at: At
  }
  files: {
    id: string
    owner_id: string
    sha256: string
    mime: string
    bytes: number
    width: number
    height: number
    name: string
    created_at: At
  }
  ledger_transactions: {
    id: string
    cause: string
    kind: string
    currency: string
    at: At
    memo: string | null
    project_id: string | null
    milestone_id: string | null
    booking_id: Default<string | null>
    client_id: string | null
    creator_id: string | null
  }
  ledger_postings: {
    transaction_id: string
    line: number
    account: string
    currency: string
    debit: Default<number>
    credit: Default<number>
  }
}
