import { asId, type UserId } from '@veranda/core/ids.ts'
import { chargebackFreeze, chargebackOpen, takeFromCreator } from '@veranda/core/ledger/transaction-builders.ts'
import { type ChargedBackMoney } from '@veranda/core/ledger/reversals.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { chargebackShare } from '@veranda/core/payments/charges/charges-of-milestone.ts'
import { fromIso, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { isPosted, postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { readChargeBalances } from '../../../platform/ledger/charge-balances.ts'
import { readSubjectMoney } from '../../../platform/ledger/subject-money.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import {
  type ChargeRow,
  appendChargeEvent,
  chargeFacts,
  lockCharge,
  ledgerProjectOf,
  ledgerSubjectOf,
} from './charge.repository.ts'
import { chargebackFreezeCause, findChargeback, readUnfrozenMoney } from './chargeback.repository.ts'

/**
 * Records a chargeback once: posts `chargeback_open` and freezes what is in escrow, and the creator's share of what was
 * released, in the same transaction. The owner of the milestone or booking flags it, when it handles
 * `charge.charged-back`. Throws while the capture has not been handled yet, so that the provider delivers it again.
 */
export async function recordChargeback(
  { tx, now }: { tx: Tx; now: Instant },
  paymentEvent: PaymentEventData<'charge.disputed'>,
): Promise<void> {
  const charge = await lockCharge(tx, paymentEvent.reference)
  if (!charge || (await findChargeback(tx, charge.id))) return
  const isFunded = await isPosted(tx, [`fund:${charge.id}`])
  if (!isFunded && !(await isPosted(tx, [`unapplied:${charge.id}`]))) {
    throw new Error(`charge ${charge.id} was charged back before its capture was handled`)
  }
  const frozen = isFunded ? await freeze(tx, charge, now) : noMoney
  const evidenceDueAt = paymentEvent.evidenceDueAt === undefined ? undefined : fromIso(paymentEvent.evidenceDueAt)
  await tx
    .insertInto('chargebacks')
    .values({
      charge_id: charge.id,
      // Money that was never applied belongs to no milestone or booking.
      milestone_id: isFunded ? charge.milestone_id : null,
      booking_id: isFunded ? charge.booking_id : null,
      client_id: charge.client_id,
      creator_id: charge.creator_id,
      amount: paymentEvent.amount,
      fee: paymentEvent.fee,
      currency: charge.currency,
      state: 'open',
      evidence_due_at: evidenceDueAt === undefined ? null : new Date(evidenceDueAt),
      opened_at: new Date(now),
      escrow: frozen.escrow,
      deferred_fee: frozen.deferredFee,
      earnings: frozen.earnings,
      creator_fee: frozen.creatorFee,
      client_fee: frozen.clientFee,
    })
    .execute()
  await postTransaction(tx, {
    ...chargebackOpen(minor(paymentEvent.amount), minor(paymentEvent.fee)),
    currency: charge.currency,
    at: now,
    ...ledgerProjectOf(charge),
    cause: `chargeback:${charge.id}`,
    ...(isFunded && ledgerSubjectOf(charge)),
    parties: { client: charge.client_id },
  })
  const data = { ...chargeFacts(charge), creatorId: asId<UserId>(charge.creator_id) }
  await appendChargeEvent(tx, charge, { type: 'charge.charged-back', data }, now)
}

/**
 * Posts `chargeback_freeze`: what is in escrow, and of what was released the milestone's own pending share, then the
 * available balance; the rest becomes a debt of the creator. Of a milestone with several charges only the part of this one
 * freezes. A release waits for the lock and this waits for a release, so the money freezes in exactly one of the two
 * places. Returns what has frozen, with the fees that belong to it.
 */
async function freeze(tx: Tx, charge: ChargeRow, now: Instant): Promise<ChargedBackMoney> {
  await lockSubject(tx, charge)
  const { creator_id: creator, currency } = charge
  await lockCreatorBalances(tx, creator)
  const money = await readSubjectMoney(tx, charge)
  const { disputed, pending } = money
  const share = chargebackShare(await readUnfrozenMoney(tx, charge, money), await readLeft(tx, charge))
  const available = minor(await balanceOf(tx, `creator_available:${creator}`, currency))
  const of = { escrow: charge.milestone_id ?? charge.booking_id ?? '', creator }
  const frozen = chargebackFreeze(of, {
    escrow: minor(Math.max(0, share.escrow - disputed)),
    disputed,
    returned: minor(Math.max(0, disputed - share.escrow)),
    earnings: takeFromCreator({ pending, available }, share.earnings),
  })
  if (frozen.entries.length === 0) return share
  await postTransaction(tx, {
    ...frozen,
    cause: chargebackFreezeCause(charge.id),
    currency,
    at: now,
    ...ledgerSubjectOf(charge),
    parties: { client: charge.client_id, creator },
  })
  return share
}

/** Returns what is left of a charge in minor units: of a booking, which has one charge, all that the books hold. */
async function readLeft(tx: Tx, charge: ChargeRow): Promise<Minor> {
  if (charge.milestone_id === null) return minor(charge.amount)
  const balances = await readChargeBalances(tx, charge.milestone_id)
  return balances.find(({ chargeId }) => chargeId === charge.id)?.left ?? minor(0)
}

const noMoney: ChargedBackMoney = {
  escrow: minor(0),
  deferredFee: minor(0),
  earnings: minor(0),
  creatorFee: minor(0),
  clientFee: minor(0),
}

/** Locks the milestone or booking of a charge until the transaction ends, so that nothing is released meanwhile. */
export async function lockSubject(tx: Tx, charge: ChargeRow): Promise<void> {
  const [table, id] =
    charge.milestone_id === null
      ? (['bookings', charge.booking_id] as const)
      : (['milestones', charge.milestone_id] as const)
  await tx.selectFrom(table).select('id').where('id', '=', id).forShare().execute()
}
