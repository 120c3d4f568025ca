import { type Part, type Split } from '../money/fees.ts'
import { type Minor, minor } from '../money/money.ts'
import { type Posting, credit, debit, posting } from './entry.ts'

/** T0: a capture that fits no open attempt. */
export function captureUnapplied(to: { client: string }, amount: Minor): Posting {
  return posting('T0', [debit('psp_clearing', amount), credit(`unapplied:${to.client}`, amount)])
}

/** T0, second step: what fitted nothing is owed back; `refundPaid` follows. */
export function returnUnapplied(to: { client: string }, amount: Minor): Posting {
  return posting('T0r', [debit(`unapplied:${to.client}`, amount), credit(`refund_payable:${to.client}`, amount)])
}

/** T1: the charge of a milestone is captured, price and client fee. Also a top-up, with its difference. */
export function fund(to: { milestone: string }, paid: Pick<Split, 'price' | 'clientFee'>): Posting {
  return posting('T1', [
    debit('psp_clearing', minor(paid.price + paid.clientFee)),
    credit(`held:${to.milestone}`, paid.price),
    credit(`fee_deferred:${to.milestone}`, paid.clientFee),
  ])
}

/** T1b: the payment processor takes its fee. */
export function processorFee(fee: Minor): Posting {
  return posting('T1b', [debit('psp_fee', fee), credit('psp_clearing', fee)])
}

/** T2: captured funds, less the processor's fee, have settled. */
export function settle(amount: Minor): Posting {
  return posting('T2', [debit('psp_available', amount), credit('psp_clearing', amount)])
}

/** T3: the price of a milestone, or a part of it, goes to its creator and the fees are earned. */
export function release(of: { milestone: string; creator: string }, part: Part): Posting {
  return posting('T3', [
    debit(`held:${of.milestone}`, part.amount),
    debit(`fee_deferred:${of.milestone}`, part.clientFee),
    credit(`provider_pending:${of.creator}`, minor(part.amount - part.creatorFee)),
    credit('fee_provider', part.creatorFee),
    credit('fee_client', part.clientFee),
  ])
}

/** T4: the hold after release is over and the funds have settled. */
export function makeAvailable(to: { creator: string }, amount: Minor): Posting {
  return posting('T4', [
    debit(`provider_pending:${to.creator}`, amount),
    credit(`provider_available:${to.creator}`, amount),
  ])
}

/** T4b: transfer to the creator's connected account at the payment provider. */
export function transfer(to: { creator: string }, amount: Minor): Posting {
  return posting('T4b', [debit(`psp_connected:${to.creator}`, amount), credit('psp_available', amount)])
}

/** T5, first half: a payout is asked for. */
export function askPayout(to: { creator: string }, amount: Minor): Posting {
  return posting('T5', [
    debit(`provider_available:${to.creator}`, amount),
    credit(`payout_transit:${to.creator}`, amount),
  ])
}

/** T5, second half: the payout was paid. */
export function payoutPaid(to: { creator: string }, amount: Minor): Posting {
  return posting('T5p', [debit(`payout_transit:${to.creator}`, amount), credit(`psp_connected:${to.creator}`, amount)])
}

/** T5x: the payout failed before it was paid. */
export function payoutFailed(to: { creator: string }, amount: Minor): Posting {
  return posting('T5x', [
    debit(`payout_transit:${to.creator}`, amount),
    credit(`provider_available:${to.creator}`, amount),
  ])
}

/** T5x: the payout came back after it was paid. */
export function payoutReturned(to: { creator: string }, amount: Minor): Posting {
  return posting('T5xp', [
    debit(`psp_connected:${to.creator}`, amount),
    credit(`provider_available:${to.creator}`, amount),
  ])
}

/** T6, first half: a part of a milestone that is not released is owed back, with its share of the client fee. */
export function refundHeld(of: { milestone: string; client: string }, part: Part): Posting {
  return posting('T6', [
    debit(`held:${of.milestone}`, part.amount),
    debit(`fee_deferred:${of.milestone}`, part.clientFee),
    credit(`refund_payable:${of.client}`, minor(part.amount + part.clientFee)),
  ])
}

/** T6, second half: the refund was paid, from settled funds or, before they settle, from clearing. */
export function refundPaid(to: { client: string }, amount: Minor, from: 'psp_available' | 'psp_clearing'): Posting {
  return posting('T6p', [debit(`refund_payable:${to.client}`, amount), credit(from, amount)])
}
