import { type Acknowledgements, type AcknowledgedKind, acknowledgedKinds } from '../load/acknowledgements.ts'

/** Reads rows of the database under test. */
export type ReadRows = <Row extends object>(statement: string, values?: readonly unknown[]) => Promise<Row[]>

/** Everything acknowledged that is not stored, and everything that is stored twice, in a sentence each. */
export type Outcome = { readonly lost: string[]; readonly doubled: string[] }

/**
 * Compares what the server acknowledged with what is stored. Can run under load: what is stored and was not yet
 * acknowledged is no fault.
 */
export async function findLostOrDoubled(rows: ReadRows, acknowledged: Acknowledgements): Promise<Outcome> {
  // What was acknowledged up to here, before anything is read.
  const known: Acknowledgements = structuredClone(acknowledged)
  const lost: string[] = []
  const doubled: string[] = []
  for (const kind of acknowledgedKinds) {
    const stored = await countStored[kind](rows, known)
    for (const [key, name] of keysOf(known, kind)) if (!stored.has(key)) lost.push(`${name} ${key}`)
    for (const [key, count] of stored) if (count > 1) doubled.push(`${kind}: ${key} is there ${count} times`)
  }
  return { lost, doubled }
}

/** Returns the key of each acknowledgement, as `countStored` counts it. */
function keysOf(known: Acknowledgements, kind: AcknowledgedKind): [key: string, name: string][] {
  const keys = {
    messages: () => known.messages.map(({ clientId, seq }) => `${clientId} ${seq}`),
    bookings: () => known.bookings.map(({ id, note }) => `${id} ${note}`),
    fundings: () => known.fundings.map(({ milestoneId }) => milestoneId),
    releases: () => known.releases.map(({ milestoneId }) => milestoneId),
    refunds: () => known.refunds.map(({ milestoneId }) => milestoneId),
    disputes: () => known.disputes.map(({ milestoneId }) => milestoneId),
    payouts: () => known.payouts.map(({ id }) => id),
    uploads: () => known.uploads.map(({ id, sha256 }) => `${id} ${sha256}`),
    notes: () => known.notes.map(({ text }) => text),
  }
  return keys[kind]().map((key) => [key, kind])
}

/**
 * The last payment of milestone `m` ran out of time: it stood still for its ten minutes, or the clock was moved beyond
 * them. Its client can pay again; money that the provider reports afterwards goes back.
 */
export const ranOutOfTime = `m.state = 'awaiting_funding' and (select c.state from charges c
  where c.milestone_id = m.id order by c.created_at desc limit 1) in ('expired', 'captured', 'refunded')`

type CountStored = (rows: ReadRows, known: Acknowledgements) => Promise<Map<string, number>>

const countStored: Record<AcknowledgedKind, CountStored> = {
  // A retry has the client id of the first attempt and the same text.
  messages: (rows, { messages }) =>
    countKeys(
      rows,
      `select min(client_id::text || ' ' || seq) as key, count(*)::int as count from messages
      where conversation_id = any($1::uuid[]) and text like 'gate %' group by text`,
      [[...new Set(messages.map(({ conversationId }) => conversationId))]],
    ),
  bookings: (rows) =>
    countKeys(
      rows,
      `select min(id::text || ' ' || note) as key, count(*)::int as count from bookings
      where note like 'gate %' group by note`,
    ),
  // The start of a payment is kept for ever. Its capture, or the end of its time, follows by jobs, timers and webhooks;
  // `findUnsettled` waits for it.
  fundings: (rows, { fundings }) =>
    countKeys(
      rows,
      `select m.id::text as key, greatest(1, (select count(*) from ledger_transactions t
        where t.milestone_id = m.id and t.kind = 'capture'))::int as count
      from milestones m where m.id = any($1::uuid[]) and exists (select from events e
        where e.subject_kind = 'milestone' and e.subject_id = m.id::text and e.type = 'milestone.funding-started')`,
      [fundings.map(({ milestoneId }) => milestoneId)],
    ),
  releases: (rows, { releases }) =>
    countKeys(
      rows,
      `select t.milestone_id::text as key, count(*)::int as count from ledger_transactions t
      join milestones m on m.id = t.milestone_id and m.state = 'released'
      where t.kind = 'release' and t.milestone_id = any($1::uuid[]) group by t.milestone_id`,
      [releases.map(({ milestoneId }) => milestoneId)],
    ),
  refunds: (rows, { refunds }) =>
    countKeys(
      rows,
      `select t.milestone_id::text as key, count(*)::int as count from ledger_transactions t
      join milestones m on m.id = t.milestone_id and m.state in ('refunding', 'refunded')
      where t.kind = 'refund_requested' and t.milestone_id = any($1::uuid[]) group by t.milestone_id`,
      [refunds.map(({ milestoneId }) => milestoneId)],
    ),
  disputes: (rows, { disputes }) =>
    countKeys(
      rows,
      `select t.milestone_id::text as key, count(*)::int as count from ledger_transactions t
      where t.kind = 'dispute_resolve' and t.milestone_id = any($1::uuid[]) group by t.milestone_id`,
      [disputes.map(({ milestoneId }) => milestoneId)],
    ),
  payouts: (rows, { payouts }) =>
    countKeys(
      rows,
      `select p.id::text as key, count(*)::int as count from payouts p
      join ledger_transactions t on t.cause = 'payout:' || p.id where p.id = any($1::uuid[]) group by p.id`,
      [payouts.map(({ id }) => id)],
    ),
  uploads: (rows, { uploads }) =>
    countKeys(
      rows,
      `select min(id::text || ' ' || sha256) as key, count(*)::int as count from stored_files
      where sha256 = any($1) group by sha256`,
      [uploads.map(({ sha256 }) => sha256)],
    ),
  notes: (rows, { notes }) =>
    countKeys(
      rows,
      `select payload #>> '{record,value,text}' as key, count(*)::int as count from stream_events
      where stream_kind = 'room' and stream_id = any($1::uuid[]) and payload #>> '{record,value,text}' like 'gate %'
      group by 1`,
      [[...new Set(notes.map(({ roomId }) => roomId))]],
    ),
}

async function countKeys(rows: ReadRows, statement: string, values: unknown[] = []): Promise<Map<string, number>> {
  const found = await rows<{ key: string; count: number }>(statement, values)
  return new Map(found.map(({ key, count }) => [key, count]))
}
