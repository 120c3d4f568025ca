import { type PersonId } from '@veranda/core/ids.ts'
import { freezeReleased, openChargeback, takeFrom } from '@veranda/core/ledger/reversals.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type NewsOf } from '../../gateways/payments/news.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { post } from '../../ledger/post.ts'
import { type ChargeRow, appendCharge, chargeFacts, lockCharge, projectOf, subjectOf } from './charge-rows.ts'
import { lockCreatorMoney } from './creator-lock.ts'

/** The cause of T9f, whichever side posts it: what is held by the milestone's owner, what is released here. */
export function freezeCause(chargeId: string): string {
  return `freeze:${chargeId}`
}

/**
 * T9: the client's bank takes a charge back. A released milestone's share freezes here, in the same step; a milestone
 * that is not released is flagged and frozen by its owner, which reads `charge.charged-back`.
 */
export async function chargeBack(
  { tx, now }: { tx: Tx; now: Instant },
  news: NewsOf<'charge.disputed'>,
): Promise<void> {
  const charge = await lockCharge(tx, news.reference)
  if (!charge) return
  const facts = chargeFacts(charge)
  const about = { currency: charge.currency, at: now, ...projectOf(charge) }
  const posted = await post(tx, {
    ...openChargeback(minor(news.amount), minor(news.fee)),
    ...about,
    cause: `chargeback:${charge.id}`,
    // Money that was never applied belongs to no milestone.
    ...(charge.state === 'captured' && subjectOf(charge)),
    people: { client: charge.client_id },
  })
  if (!posted.ok) return
  // A release waits for this lock, and this for a release, so the share is frozen by exactly one side.
  if (await isReleased(tx, charge)) await freezeShare(tx, charge, now)
  // A milestone's row is where the brand of its creator's id comes from.
  const data = { ...facts, creatorId: charge.creator_id as PersonId }
  await appendCharge(tx, charge, { type: 'charge.charged-back', data }, now)
}

/** Whether the money has left its milestone or booking; that one is held until the transaction ends. */
async function isReleased(tx: Tx, charge: ChargeRow): Promise<boolean> {
  if (charge.milestone_id !== null) {
    const of = tx.selectFrom('milestones').select('state').where('id', '=', charge.milestone_id)
    return (await of.forShare().executeTakeFirstOrThrow()).state === 'released'
  }
  const of = tx.selectFrom('bookings').select('settled').where('id', '=', charge.booking_id)
  return (await of.forShare().executeTakeFirstOrThrow()).settled
}

/** T9f after the release: from this milestone's own pending share, then from what is available, the rest is owed. */
async function freezeShare(tx: Tx, charge: ChargeRow, now: Instant): Promise<void> {
  const creator = charge.creator_id
  await lockCreatorMoney(tx, creator)
  const share = await tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as x', 'x.id', 'p.transaction_id')
    .select(({ fn }) => [
      fn.sum<string>('p.credit').filterWhere('x.kind', '=', 'T3').as('released'),
      fn.sum<string>('p.debit').filterWhere('x.kind', '=', 'T4').as('moved'),
    ])
    .where('p.account', '=', `provider_pending:${creator}`)
    .where(sql<boolean>`coalesce(x.milestone_id, x.booking_id) = ${charge.milestone_id ?? charge.booking_id}`)
    .executeTakeFirstOrThrow()
  const released = minor(Number(share.released ?? 0))
  if (released === 0) return
  const available = await balanceOf(tx, `provider_available:${creator}`, charge.currency)
  const pending = minor(released - Number(share.moved ?? 0))
  const from = takeFrom({ pending, available: minor(available) }, released)
  await post(tx, {
    ...freezeReleased({ creator }, from),
    cause: freezeCause(charge.id),
    currency: charge.currency,
    at: now,
    ...subjectOf(charge),
    people: { client: charge.client_id, creator },
  })
}
