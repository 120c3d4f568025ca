import { asId, type UserId } from '@veranda/core/ids.ts'
import { chargebackFreezeEarnings, chargebackOpen, takeFromCreator } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import {
  type ChargeRow,
  appendChargeEvent,
  chargeFacts,
  lockCharge,
  ledgerProjectOf,
  ledgerSubjectOf,
} from './charge.repository.ts'
import { lockCreatorBalances } from '../payouts/creator-balance-lock.ts'

/**
 * Returns the cause of `chargeback_freeze` of released earnings, which are frozen here. What is in escrow is frozen by the
 * owner of the milestone or booking.
 */
export function chargebackFreezeCause(chargeId: string): string {
  return `freeze:${chargeId}`
}

/**
 * Posts `chargeback_open`. What was released of a milestone freezes here in the same transaction; what was not is flagged
 * and frozen by its owner, which handles `charge.charged-back`.
 */
export async function recordChargeback(
  { tx, now }: { tx: Tx; now: Instant },
  paymentEvent: PaymentEventData<'charge.disputed'>,
): Promise<void> {
  const charge = await lockCharge(tx, paymentEvent.reference)
  if (!charge) return
  const chargeEventFacts = chargeFacts(charge)
  const transactionFacts = { currency: charge.currency, at: now, ...ledgerProjectOf(charge) }
  const posted = await postTransaction(tx, {
    ...chargebackOpen(minor(paymentEvent.amount), minor(paymentEvent.fee)),
    ...transactionFacts,
    cause: `chargeback:${charge.id}`,
    // Money that was never applied belongs to no milestone.
    ...(charge.state === 'captured' && ledgerSubjectOf(charge)),
    parties: { client: charge.client_id },
  })
  if (!posted.ok) return
  // A release waits for this lock and this waits for a release, so exactly one side freezes the share.
  if (await lockAndCheckReleased(tx, charge)) await freezeCreatorShare(tx, charge, now)
  const data = { ...chargeEventFacts, creatorId: asId<UserId>(charge.creator_id) }
  await appendChargeEvent(tx, charge, { type: 'charge.charged-back', data }, now)
}

/** Returns whether money has left escrow for the creator, and locks the milestone or booking until the transaction ends. */
async function lockAndCheckReleased(tx: Tx, charge: ChargeRow): Promise<boolean> {
  if (charge.milestone_id !== null) {
    const of = tx.selectFrom('milestones').select('released_price').where('id', '=', charge.milestone_id)
    return (await of.forShare().executeTakeFirstOrThrow()).released_price > 0
  }
  const of = tx.selectFrom('bookings').select('settled').where('id', '=', charge.booking_id)
  return (await of.forShare().executeTakeFirstOrThrow()).settled
}

/**
 * Posts `chargeback_freeze` after a release: takes the milestone's own pending share, then the available balance; the
 * rest becomes a debt of the creator.
 */
async function freezeCreatorShare(tx: Tx, charge: ChargeRow, now: Instant): Promise<void> {
  const creator = charge.creator_id
  await lockCreatorBalances(tx, creator)
  const share = await tx
    .selectFrom('ledger_entries as p')
    .innerJoin('ledger_transactions as x', 'x.id', 'p.transaction_id')
    .select(({ fn }) => [
      fn.sum<string>('p.credit').filterWhere('x.kind', '=', 'release').as('released'),
      fn.sum<string>('p.debit').filterWhere('x.kind', '=', 'mature').as('moved'),
    ])
    .where('p.account', '=', `creator_pending:${creator}`)
    .where(sql<boolean>`coalesce(x.milestone_id, x.booking_id) = ${charge.milestone_id ?? charge.booking_id}`)
    .executeTakeFirstOrThrow()
  const released = minor(Number(share.released ?? 0))
  if (released === 0) return
  const available = await balanceOf(tx, `creator_available:${creator}`, charge.currency)
  const pending = minor(released - Number(share.moved ?? 0))
  const from = takeFromCreator({ pending, available: minor(available) }, released)
  await postTransaction(tx, {
    ...chargebackFreezeEarnings({ creator }, from),
    cause: chargebackFreezeCause(charge.id),
    currency: charge.currency,
    at: now,
    ...ledgerSubjectOf(charge),
    parties: { client: charge.client_id, creator },
  })
}
