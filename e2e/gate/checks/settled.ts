import type { Acknowledgements } from '../load/acknowledgements.ts'
import { ranOutOfTime, type ReadRows } from './nothing-lost.ts'

/**
 * Finds what is still to come when the load has ended: money that was not captured, bookings that wait for it, events,
 * jobs and webhooks. Empty when everything is settled.
 */
export async function findUnsettled(rows: ReadRows, acknowledged: Acknowledgements): Promise<string[]> {
  const find = async (what: string, statement: string, values: unknown[] = []) =>
    (await rows<{ name: string }>(statement, values)).map(({ name }) => `${what}: ${name}`)
  return [
    ...(await find(
      'funded milestone without one capture',
      `select m.id as name from milestones m where m.id = any($1::uuid[]) and not (${ranOutOfTime})
        and (m.state in ('awaiting_funding', 'funding')
          or 1 <> (select count(*) from ledger_transactions t where t.milestone_id = m.id and t.kind = 'capture'))`,
      [acknowledged.fundings.map(({ milestoneId }) => milestoneId)],
    )),
    ...(await find(
      'money after its time that was not given back',
      `select c.id as name from charges c join milestones m on m.id = c.milestone_id
        where m.id = any($1::uuid[]) and c.state = 'captured' and m.state = 'awaiting_funding'`,
      [acknowledged.fundings.map(({ milestoneId }) => milestoneId)],
    )),
    ...(await find(
      'refund not paid once',
      // What was captured after its time is refunded as well, and is no refund of the milestone.
      `select m.id || ' ' || m.state || ', paid ' || paid.count as name from milestones m,
        lateral (select count(*) from milestone_refunds f join refunds r on r.milestone_refund_id = f.id
          join ledger_transactions t on t.cause = 'refund-paid:' || r.id where f.milestone_id = m.id) paid
        where m.id = any($1::uuid[]) and (m.state <> 'refunded' or paid.count <> 1)`,
      [acknowledged.refunds.map(({ milestoneId }) => milestoneId)],
    )),
    ...(await find(
      'dispute whose shares were not paid once',
      `select m.id || ' ' || m.state || ', paid ' || paid.count as name from milestones m,
        lateral (select count(*) from milestone_refunds f join refunds r on r.milestone_refund_id = f.id
          join ledger_transactions t on t.cause = 'refund-paid:' || r.id where f.milestone_id = m.id) paid,
        lateral (select coalesce(sum(e.credit - e.debit), 0) as left from ledger_entries e
          where e.account in ('escrow:' || m.id, 'escrow_disputed:' || m.id)) escrow
        where m.id = any($1::uuid[]) and (m.state <> 'split' or paid.count <> 1 or escrow.left <> 0)`,
      [acknowledged.disputes.map(({ milestoneId }) => milestoneId)],
    )),
    // One whose payment came after its time is expired, and the money goes back.
    ...(await find(
      'paid booking neither captured once nor refunded',
      `select b.id || ' ' || b.state as name from bookings b where b.id = any($1::uuid[]) and (b.state = 'reserved'
        or b.state <> 'expired' and 1 <> (select count(*) from ledger_transactions t
          where t.booking_id = b.id and t.kind = 'capture'))`,
      [acknowledged.bookings.filter(({ paid }) => paid).map(({ id }) => id)],
    )),
    ...(await find(
      'free booking not confirmed',
      `select id || ' ' || state as name from bookings where id = any($1::uuid[])
        and state in ('reserved', 'expired', 'withdrawn', 'cancelled')`,
      [acknowledged.bookings.filter(({ paid }) => !paid).map(({ id }) => id)],
    )),
    ...(await find(
      'payout not sent',
      `select id as name from payouts where id = any($1::uuid[]) and state not in ('in_transit', 'paid')`,
      [acknowledged.payouts.map(({ id }) => id)],
    )),
    ...(await find(
      'payout that was never acknowledged',
      `select id as name from payouts where creator_id = any($1::uuid[]) and amount = 101 and not id = any($2::uuid[])`,
      [acknowledged.payouts.map(({ userId }) => userId), acknowledged.payouts.map(({ id }) => id)],
    )),
    ...(await find('handler failed for good', 'select handler as name from event_dead_letters')),
    ...(await find(
      'user notified twice',
      `select user_id || ' ' || dedupe_key as name from notifications group by user_id, dedupe_key having count(*) > 1`,
    )),
    ...(await find(
      'message stream with a gap',
      `select stream_id || ' has ' || count(*) || ' of ' || max(seq) as name from stream_events
        where stream_kind = 'conversation' group by stream_id having count(*) <> max(seq) - min(seq) + 1`,
    )),
  ]
}
