import { asId, type UserId } from '@veranda/core/ids.ts'
import { chargebackLost, chargebackWon, refundsInChargeback } from '@veranda/core/ledger/reversals.ts'
import { type TakenFrom } from '@veranda/core/ledger/transaction-builders.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { delayEarnings, matureEarnings } from '../payouts/payout-delay.ts'
import { reverseTransfers } from '../payouts/reverse-transfers.ts'
import { sendRefundAgain } from '../refunds/failed-refund.ts'
import { decideRefundStep, type RefundRow } from '../refunds/refund.repository.ts'
import { type ChargeRow, appendChargeEvent, chargeFacts, ledgerSubjectOf, lockCharge } from './charge.repository.ts'
import { type ChargebackRow, findChargeback, frozenBy, readFrozenEarnings } from './chargeback.repository.ts'
import { lockSubject, recordChargeback } from './record-chargeback.ts'

type WebhookContext = { readonly tx: Tx; readonly deps: Deps; readonly now: Instant }

/**
 * Records once that the bank decided for the creator: posts `chargeback_won`, which frees what was frozen. Earnings whose
 * payout delay ended meanwhile become available, and refunds that the card refused because of the chargeback are sent again.
 */
export async function winChargeback(
  ctx: WebhookContext,
  paymentEvent: PaymentEventData<'charge.dispute-won'>,
): Promise<void> {
  const { tx, deps, now } = ctx
  const found = await lockOpenChargeback(ctx, paymentEvent)
  if (!found) return
  const { charge, chargeback } = found
  await saveDecision(tx, charge, 'won', now)
  const frozen = frozenBy(chargeback)
  const { earnings, repaid } = await returnEarnings(tx, charge)
  await postTransaction(tx, {
    ...chargebackWon(ledgerOwnersOf(charge), minor(chargeback.amount), { escrow: frozen.escrow, earnings }),
    cause: `chargeback-won:${charge.id}`,
    ...transactionFacts(charge, chargeback, now),
  })
  if (repaid > 0) await delayEarnings(tx, { id: deps.ids.next(), charge, amount: repaid, at: now })
  const data = { ...chargeFacts(charge), creatorId: asId<UserId>(charge.creator_id) }
  await appendChargeEvent(tx, charge, { type: 'charge.chargeback-won', data }, now)
  await matureEarnings(ctx, charge)
  for (const refund of await lockUnpaidRefunds(tx, charge.id)) {
    if (decideRefundStep(refund, 'retry', 'system').ok) await sendRefundAgain(tx, deps, refund, { bankLast4: null })
  }
}

/**
 * Returns where the frozen share of the creator returns to. A debt that the freeze made, and that other earnings have
 * repaid meanwhile, is theirs again: it is `repaid`, and added to what is pending.
 */
async function returnEarnings(tx: Tx, charge: ChargeRow): Promise<{ earnings: TakenFrom; repaid: Minor }> {
  const taken = await readFrozenEarnings(tx, charge.id)
  const owed = Math.max(0, await balanceOf(tx, `receivable:${charge.creator_id}`, charge.currency))
  const receivable = minor(Math.min(taken.receivable, owed))
  const repaid = minor(taken.receivable - receivable)
  return { earnings: { pending: minor(taken.pending + repaid), available: taken.available, receivable }, repaid }
}

/**
 * Records once that the bank decided for the client: posts `chargeback_lost` of all that the chargeback froze. What
 * was available to the creator comes back from their account at the provider, and refunds that the bank has paid with it end.
 */
export async function loseChargeback(
  ctx: WebhookContext,
  paymentEvent: PaymentEventData<'charge.dispute-lost'>,
): Promise<void> {
  const { tx, deps, now } = ctx
  const found = await lockOpenChargeback(ctx, paymentEvent)
  if (!found) return
  const { charge, chargeback } = found
  await saveDecision(tx, charge, 'lost', now)
  const frozen = frozenBy(chargeback)
  const { available, receivable } = await readFrozenEarnings(tx, charge.id)
  const amount = minor(chargeback.amount)
  await endRefunds(tx, charge, refundsInChargeback(amount, frozen))
  await postTransaction(tx, {
    ...chargebackLost(ledgerOwnersOf(charge), amount, frozen, available),
    cause: `chargeback-lost:${charge.id}`,
    ...transactionFacts(charge, chargeback, now),
  })
  await reverseTransfers(tx, deps, { reference: charge.id, charge, amount: available })
  const { escrow, deferredFee } = frozen
  const lost = { owed: receivable, escrow, deferredFee }
  const data = { ...chargeFacts(charge), creatorId: asId<UserId>(charge.creator_id), ...lost }
  await appendChargeEvent(tx, charge, { type: 'charge.chargeback-lost', data }, now)
  // What another charge of the milestone has paid.
  await matureEarnings(ctx, charge)
}

/**
 * Locks the charge, its milestone or booking and the creator's balances, and returns its chargeback if it is open. The
 * decision may arrive before the chargeback itself, of which it carries the facts.
 */
async function lockOpenChargeback(
  ctx: WebhookContext,
  paymentEvent: PaymentEventData<'charge.disputed'>,
): Promise<{ charge: ChargeRow; chargeback: ChargebackRow } | undefined> {
  const { tx } = ctx
  await recordChargeback(ctx, paymentEvent)
  const charge = await lockCharge(tx, paymentEvent.reference)
  const chargeback = charge && (await findChargeback(tx, charge.id))
  if (!charge || chargeback?.state !== 'open') return undefined
  await lockSubject(tx, charge)
  await lockCreatorBalances(tx, charge.creator_id)
  return { charge, chargeback }
}

async function saveDecision(tx: Tx, charge: ChargeRow, state: 'won' | 'lost', now: Instant): Promise<void> {
  await tx
    .updateTable('chargebacks')
    .set({ state, decided_at: new Date(now) })
    .where('charge_id', '=', charge.id)
    .execute()
}

function lockUnpaidRefunds(tx: Tx, chargeId: string): Promise<RefundRow[]> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('state', 'in', ['requested', 'failed'])
    .orderBy('requested_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Ends the refunds that the bank has paid with the chargeback. Throws when they do not sum to `amount`: the books and the
 * provider differ then, and the webhook waits for someone to look.
 */
async function endRefunds(tx: Tx, charge: ChargeRow, amount: Minor): Promise<void> {
  let left: number = amount
  for (const refund of await lockUnpaidRefunds(tx, charge.id)) {
    if (refund.amount > left || !decideRefundStep(refund, 'charge-back', 'system').ok) continue
    left -= refund.amount
    await tx.updateTable('refunds').set({ state: 'charged_back' }).where('id', '=', refund.id).execute()
  }
  if (left !== 0) throw new Error(`the chargeback of ${charge.id} differs from the books by ${left}`)
}

function ledgerOwnersOf(charge: ChargeRow) {
  const escrow = charge.milestone_id ?? charge.booking_id ?? ''
  return { escrow, creator: charge.creator_id, client: charge.client_id }
}

function transactionFacts(charge: ChargeRow, chargeback: ChargebackRow, at: Instant) {
  return {
    currency: chargeback.currency,
    at,
    ...ledgerSubjectOf({ ...chargeback, project_id: charge.project_id }),
    parties: { client: charge.client_id, creator: charge.creator_id },
  }
}
