import { type PricePart } from '../money/fees.ts'
import { type Minor, minor } from '../money/money.ts'
import { credit, debit, makeTransaction, type Transaction } from './transaction.ts'
import { debitCreator, type TakenFrom, takenTotal } from './transaction-builders.ts'

// Refunds after release, disputes, and the ends of chargebacks.

/**
 * Builds `refund_after_release` (T7): the creator gives back their share, from the balances of
 * `taken`, and both fees are returned; `transferred` is how much of the share is on the connected account and is reversed with
 * it.
 */
export function refundAfterRelease(
  of: { client: string; creator: string },
  part: PricePart,
  taken: TakenFrom,
  transferred: Minor,
): Transaction {
  return makeTransaction('refund_after_release', [
    ...debitCreator(of.creator, taken),
    debit('fee_creator', part.creatorFee),
    debit('fee_client', part.clientFee),
    credit(`refund_payable:${of.client}`, minor(part.amount + part.clientFee)),
    debit('psp_available', transferred),
    credit(`psp_connected:${of.creator}`, transferred),
  ])
}

/** Builds `dispute_lock` (T8): a dispute locks a part of the escrow. */
export function disputeLock(of: { escrow: string }, amount: Minor): Transaction {
  return makeTransaction('dispute_lock', [
    debit(`escrow:${of.escrow}`, amount),
    credit(`escrow_disputed:${of.escrow}`, amount),
  ])
}

/**
 * Builds `dispute_resolve` (T8r): one part goes to the creator, one back to the client, and what is `returned` to the
 * escrow of the milestone. Each may be zero.
 */
export function disputeResolve(
  of: { escrow: string; client: string; creator: string },
  toCreator: PricePart,
  toClient: PricePart,
  returned: Minor = minor(0),
): Transaction {
  return makeTransaction('dispute_resolve', [
    debit(`escrow_disputed:${of.escrow}`, minor(toCreator.amount + toClient.amount + returned)),
    credit(`escrow:${of.escrow}`, returned),
    debit(`fee_deferred:${of.escrow}`, minor(toCreator.clientFee + toClient.clientFee)),
    credit(`creator_pending:${of.creator}`, minor(toCreator.amount - toCreator.creatorFee)),
    credit('fee_creator', toCreator.creatorFee),
    credit('fee_client', toCreator.clientFee),
    credit(`refund_payable:${of.client}`, minor(toClient.amount + toClient.clientFee)),
  ])
}

/**
 * Builds `chargeback_won` (T9w): what was frozen of a milestone or booking returns to escrow and to the creator. `earnings`
 * says where the creator's share returns to: a debt that was repaid meanwhile is paid to them instead.
 */
export function chargebackWon(
  of: { escrow: string; creator: string },
  charged: Minor,
  frozen: { readonly escrow: Minor; readonly earnings: TakenFrom },
): Transaction {
  const { escrow, earnings } = frozen
  return makeTransaction('chargeback_won', [
    debit('psp_available', charged),
    credit('chargeback_receivable', charged),
    debit(`escrow_frozen:${of.escrow}`, escrow),
    credit(`escrow:${of.escrow}`, escrow),
    debit(`creator_frozen:${of.creator}`, takenTotal(earnings)),
    credit(`creator_pending:${of.creator}`, earnings.pending),
    credit(`creator_available:${of.creator}`, earnings.available),
    credit(`receivable:${of.creator}`, earnings.receivable),
  ])
}

/** The money that the books hold of a charge that its bank took back, in minor units. */
export type ChargedBackMoney = {
  readonly escrow: Minor
  readonly deferredFee: Minor
  /** The frozen share of the creator, and the fees that were earned with it. */
  readonly earnings: Minor
  readonly creatorFee: Minor
  readonly clientFee: Minor
}

/**
 * Returns what the bank paid back that was owed to the client already, as refunds that its card refused: the rest of
 * `charged` after everything else that the books hold of it. Negative if the bank took back less than that.
 */
export function refundsInChargeback(charged: Minor, money: ChargedBackMoney): Minor {
  return minor(charged - money.escrow - money.deferredFee - money.earnings - money.creatorFee - money.clientFee)
}

/**
 * Builds `chargeback_lost` (T9l): what is left of the charge is lost, in escrow with the deferred fee, and released with
 * both fees. What was owed to the client as a refund is paid by it. `transferred` is how much of the creator's share is on
 * the connected account, and is reversed with it. Throws when the bank took back less than that.
 */
export function chargebackLost(
  of: { escrow: string; creator: string; client: string },
  charged: Minor,
  money: ChargedBackMoney,
  transferred: Minor,
): Transaction {
  return makeTransaction('chargeback_lost', [
    debit(`escrow_frozen:${of.escrow}`, money.escrow),
    debit(`fee_deferred:${of.escrow}`, money.deferredFee),
    debit(`creator_frozen:${of.creator}`, money.earnings),
    debit('fee_creator', money.creatorFee),
    debit('fee_client', money.clientFee),
    debit(`refund_payable:${of.client}`, refundsInChargeback(charged, money)),
    credit('chargeback_receivable', charged),
    debit('psp_available', transferred),
    credit(`psp_connected:${of.creator}`, transferred),
  ])
}
