import { type PricePart, type Split } from '../money/fees.ts'
import { type Minor, minor } from '../money/money.ts'
import { credit, debit, makeTransaction, type Transaction } from './transaction.ts'
import {
  type CreatorBalances,
  debitCreator,
  type TakenFrom,
  takenTotal,
  takeFromCreator,
} from './transaction-builders.ts'

// Refunds after release, disputes, and the ends of chargebacks. But for disputes, no step of the product posts them until money goes
// both ways; knip.json lists this file as the one exception to "no unused code".

/**
 * Builds `refund_after_release` (T7): the creator gives back their share and both fees are returned; `transferred` is
 * how much of the share is already on the connected account and is reversed with it.
 */
export function refundAfterRelease(
  of: { client: string; creator: string },
  part: PricePart,
  balances: CreatorBalances,
  transferred: Minor,
): Transaction {
  const share = minor(part.amount - part.creatorFee)
  return makeTransaction('refund_after_release', [
    ...debitCreator(of.creator, takeFromCreator(balances, share)),
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

/** Builds `chargeback_won` (T9w): the frozen money returns to where it was taken from. */
export function chargebackWon(
  charged: Minor,
  frozen: { escrow: string; amount: Minor } | { creator: string; from: TakenFrom },
): Transaction {
  const unfreeze =
    'escrow' in frozen
      ? [debit(`escrow_frozen:${frozen.escrow}`, frozen.amount), credit(`escrow:${frozen.escrow}`, frozen.amount)]
      : [
          debit(`creator_frozen:${frozen.creator}`, takenTotal(frozen.from)),
          credit(`creator_pending:${frozen.creator}`, frozen.from.pending),
          credit(`creator_available:${frozen.creator}`, frozen.from.available),
          credit(`receivable:${frozen.creator}`, frozen.from.receivable),
        ]
  return makeTransaction('chargeback_won', [
    debit('psp_available', charged),
    credit('chargeback_receivable', charged),
    ...unfreeze,
  ])
}

/** Builds `chargeback_lost` (T9l) before a release: the escrow and the deferred fee are lost. */
export function chargebackLostEscrow(of: { escrow: string }, lost: Pick<Split, 'price' | 'clientFee'>): Transaction {
  return makeTransaction('chargeback_lost', [
    debit(`escrow_frozen:${of.escrow}`, lost.price),
    debit(`fee_deferred:${of.escrow}`, lost.clientFee),
    credit('chargeback_receivable', minor(lost.price + lost.clientFee)),
  ])
}

/** Builds `chargeback_lost` (T9l) after a release: the creator's frozen share and both fees are lost. */
export function chargebackLostEarnings(of: { creator: string }, lost: Split): Transaction {
  return makeTransaction('chargeback_lost', [
    debit(`creator_frozen:${of.creator}`, lost.creatorReceives),
    debit('fee_creator', lost.creatorFee),
    debit('fee_client', lost.clientFee),
    credit('chargeback_receivable', lost.clientPays),
  ])
}
