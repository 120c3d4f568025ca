import { type PricePart, type Split } from '../money/fees.ts'
import { type Minor, minor } from '../money/money.ts'
import { credit, debit, type Entry, makeTransaction, type Transaction } from './transaction.ts'

/** Builds `unapplied` (T0): a capture that fits no open attempt. */
export function unapplied(to: { client: string }, amount: Minor): Transaction {
  return makeTransaction('unapplied', [debit('psp_clearing', amount), credit(`unapplied:${to.client}`, amount)])
}

/** Builds `unapplied_refund` (T0, second step): unapplied money is owed back; `refundPaid` follows. */
export function unappliedRefund(to: { client: string }, amount: Minor): Transaction {
  return makeTransaction('unapplied_refund', [
    debit(`unapplied:${to.client}`, amount),
    credit(`refund_payable:${to.client}`, amount),
  ])
}

/**
 * Builds `capture` (T1): the charge of a milestone or booking is captured, price and client fee. Also a top-up, with
 * its difference.
 */
export function capture(to: { escrow: string }, paid: Pick<Split, 'price' | 'clientFee'>): Transaction {
  return makeTransaction('capture', [
    debit('psp_clearing', minor(paid.price + paid.clientFee)),
    credit(`escrow:${to.escrow}`, paid.price),
    credit(`fee_deferred:${to.escrow}`, paid.clientFee),
  ])
}

/** Builds `processor_fee` (T1b): the payment processor takes its fee. */
export function processorFee(fee: Minor): Transaction {
  return makeTransaction('processor_fee', [debit('psp_fee', fee), credit('psp_clearing', fee)])
}

/** Builds `settle_funds` (T2): captured funds, less the processor's fee, have settled. */
export function settleFunds(amount: Minor): Transaction {
  return makeTransaction('settle_funds', [debit('psp_available', amount), credit('psp_clearing', amount)])
}

/** Builds `release` (T3): the price, or a part of it, goes to the creator and the fees are earned. */
export function release(of: { escrow: string; creator: string }, part: PricePart): Transaction {
  return makeTransaction('release', [
    debit(`escrow:${of.escrow}`, part.amount),
    debit(`fee_deferred:${of.escrow}`, part.clientFee),
    credit(`creator_pending:${of.creator}`, minor(part.amount - part.creatorFee)),
    credit('fee_creator', part.creatorFee),
    credit('fee_client', part.clientFee),
  ])
}

/**
 * Builds `mature` (T4): the payout delay has passed and the funds have settled. What the creator owes is paid from it first;
 * `owed` is all that they owe.
 */
export function mature(to: { creator: string }, amount: Minor, owed = minor(0)): Transaction {
  const repaid = repaidOf(amount, owed)
  return makeTransaction('mature', [
    debit(`creator_pending:${to.creator}`, amount),
    credit(`receivable:${to.creator}`, repaid),
    credit(`creator_available:${to.creator}`, minor(amount - repaid)),
  ])
}

/** Returns how much of earnings that mature pays what the creator owes. */
export function repaidOf(amount: Minor, owed: Minor): Minor {
  return minor(Math.max(0, Math.min(amount, owed)))
}

/** Builds `transfer` (T4b): money moves to the creator's connected account at the payment provider. */
export function transfer(to: { creator: string }, amount: Minor): Transaction {
  return makeTransaction('transfer', [debit(`psp_connected:${to.creator}`, amount), credit('psp_available', amount)])
}

/** Builds `payout_requested` (T5, first half). */
export function payoutRequested(to: { creator: string }, amount: Minor): Transaction {
  return makeTransaction('payout_requested', [
    debit(`creator_available:${to.creator}`, amount),
    credit(`payout_transit:${to.creator}`, amount),
  ])
}

/** Builds `payout_paid` (T5, second half). */
export function payoutPaid(to: { creator: string }, amount: Minor): Transaction {
  return makeTransaction('payout_paid', [
    debit(`payout_transit:${to.creator}`, amount),
    credit(`psp_connected:${to.creator}`, amount),
  ])
}

/** Builds `payout_failed` (T5x): the payout failed before it was paid. */
export function payoutFailed(to: { creator: string }, amount: Minor): Transaction {
  return makeTransaction('payout_failed', [
    debit(`payout_transit:${to.creator}`, amount),
    credit(`creator_available:${to.creator}`, amount),
  ])
}

/** Builds `payout_returned` (T5x): the payout came back after it was paid. */
export function payoutReturned(to: { creator: string }, amount: Minor): Transaction {
  return makeTransaction('payout_returned', [
    debit(`psp_connected:${to.creator}`, amount),
    credit(`creator_available:${to.creator}`, amount),
  ])
}

/** Builds `refund_requested` (T6, first half): an unreleased part is owed back, with its share of the client fee. */
export function refundRequested(of: { escrow: string; client: string }, part: PricePart): Transaction {
  return makeTransaction('refund_requested', [
    debit(`escrow:${of.escrow}`, part.amount),
    debit(`fee_deferred:${of.escrow}`, part.clientFee),
    credit(`refund_payable:${of.client}`, minor(part.amount + part.clientFee)),
  ])
}

/**
 * Builds `refund_paid` (T6, second half): the refund was paid, from settled funds or, before they settle, from
 * clearing.
 */
export function refundPaid(to: { client: string }, amount: Minor, from: 'psp_available' | 'psp_clearing'): Transaction {
  return makeTransaction('refund_paid', [debit(`refund_payable:${to.client}`, amount), credit(from, amount)])
}

/** A creator's current balances, in minor units. */
export type CreatorBalances = { readonly pending: Minor; readonly available: Minor }

/** Where a creator's share is taken from: pending first, then available; the rest becomes a debt of theirs. */
export type TakenFrom = CreatorBalances & { readonly receivable: Minor }

/** Splits an amount over a creator's balances in that order. */
export function takeFromCreator(balances: CreatorBalances, amount: Minor): TakenFrom {
  const pending = minor(Math.min(balances.pending, amount))
  const available = minor(Math.min(balances.available, amount - pending))
  return { pending, available, receivable: minor(amount - pending - available) }
}

/** Builds `chargeback_open` (T9): the client's bank takes a charge back, and the processor its dispute fee. */
export function chargebackOpen(charged: Minor, disputeFee: Minor): Transaction {
  return makeTransaction('chargeback_open', [
    debit('chargeback_receivable', charged),
    debit('dispute_fee', disputeFee),
    credit('psp_available', minor(charged + disputeFee)),
  ])
}

/**
 * Builds `chargeback_freeze` (T9f): what is in escrow freezes, disputed or not, and the creator's share of what was
 * released, in whichever balance it is. `chargeback_won` takes it back, and nothing of it is disputed then. Of a charge that
 * paid only a part, `returned` is what a dispute had locked beyond it.
 */
export function chargebackFreeze(
  of: { escrow: string; creator: string },
  {
    escrow,
    disputed,
    returned = minor(0),
    earnings,
  }: {
    readonly escrow: Minor
    readonly disputed: Minor
    readonly returned?: Minor
    readonly earnings: TakenFrom
  },
): Transaction {
  return makeTransaction('chargeback_freeze', [
    debit(`escrow:${of.escrow}`, escrow),
    debit(`escrow_disputed:${of.escrow}`, disputed),
    credit(`escrow:${of.escrow}`, returned),
    credit(`escrow_frozen:${of.escrow}`, minor(escrow + disputed - returned)),
    ...debitCreator(of.creator, earnings),
    credit(`creator_frozen:${of.creator}`, takenTotal(earnings)),
  ])
}

/** Returns the debits that take a share from a creator's balances. */
export function debitCreator(creator: string, from: TakenFrom): Entry[] {
  return [
    debit(`creator_pending:${creator}`, from.pending),
    debit(`creator_available:${creator}`, from.available),
    debit(`receivable:${creator}`, from.receivable),
  ]
}

/** Returns the whole share in minor units. */
export function takenTotal(from: TakenFrom): Minor {
  return minor(from.pending + from.available + from.receivable)
}
