import { type Part, type Split } from '../money/fees.ts'
import { type Minor, minor } from '../money/money.ts'
import { type Entry, type Posting, credit, debit, posting } from './entry.ts'

/** What a creator's accounts hold at the moment, in minor units. */
export type CreatorBalances = { readonly pending: Minor; readonly available: Minor }

/** Where a creator's share is taken from: pending first, then available, and the rest becomes a debt of theirs. */
export type TakenFrom = CreatorBalances & { readonly receivable: Minor }

/** Spreads an amount over a creator's balances in that order. */
export function takeFrom(balances: CreatorBalances, amount: Minor): TakenFrom {
  const pending = minor(Math.min(balances.pending, amount))
  const available = minor(Math.min(balances.available, amount - pending))
  return { pending, available, receivable: minor(amount - pending - available) }
}

/**
 * T7: a part is refunded after its release. The creator gives back their share and both fees are returned;
 * `transferred` is how much of the share already lies on the connected account and is reversed with it.
 */
export function refundReleased(
  of: { client: string; creator: string },
  part: Part,
  balances: CreatorBalances,
  transferred: Minor,
): Posting {
  const share = minor(part.amount - part.creatorFee)
  return posting('T7', [
    ...taking(of.creator, takeFrom(balances, share)),
    debit('fee_provider', part.creatorFee),
    debit('fee_client', part.clientFee),
    credit(`refund_payable:${of.client}`, minor(part.amount + part.clientFee)),
    debit('psp_available', transferred),
    credit(`psp_connected:${of.creator}`, transferred),
  ])
}

/** T8: a dispute locks a part of what is held. */
export function lockDisputed(of: { milestone: string }, amount: Minor): Posting {
  return posting('T8', [debit(`held:${of.milestone}`, amount), credit(`held_disputed:${of.milestone}`, amount)])
}

/** T8r: a dispute is decided: one part to the creator, one back to the client; either may be of zero. */
export function resolveDispute(
  of: { milestone: string; client: string; creator: string },
  toCreator: Part,
  toClient: Part,
): Posting {
  return posting('T8r', [
    debit(`held_disputed:${of.milestone}`, minor(toCreator.amount + toClient.amount)),
    debit(`fee_deferred:${of.milestone}`, minor(toCreator.clientFee + toClient.clientFee)),
    credit(`provider_pending:${of.creator}`, minor(toCreator.amount - toCreator.creatorFee)),
    credit('fee_provider', toCreator.creatorFee),
    credit('fee_client', toCreator.clientFee),
    credit(`refund_payable:${of.client}`, minor(toClient.amount + toClient.clientFee)),
  ])
}

/** T9: the client's bank takes a charge back, and the processor its dispute fee. */
export function openChargeback(charged: Minor, disputeFee: Minor): Posting {
  return posting('T9', [
    debit('chargeback_receivable', charged),
    debit('dispute_fee', disputeFee),
    credit('psp_available', minor(charged + disputeFee)),
  ])
}

/** T9f on a milestone that is not released: what is held freezes. */
export function freezeHeld(of: { milestone: string }, amount: Minor): Posting {
  return posting('T9f', [debit(`held:${of.milestone}`, amount), credit(`held_frozen:${of.milestone}`, amount)])
}

/** T9f on a released milestone: the creator's share freezes, wherever it lies. Keep what `takeFrom` gave for T9w. */
export function freezeReleased(of: { creator: string }, from: TakenFrom): Posting {
  return posting('T9f', [...taking(of.creator, from), credit(`provider_frozen:${of.creator}`, total(from))])
}

/** T9w: the chargeback is won and the frozen money thaws to where it was taken from. */
export function winChargeback(
  charged: Minor,
  frozen: { milestone: string; held: Minor } | { creator: string; from: TakenFrom },
): Posting {
  const thaw =
    'milestone' in frozen
      ? [debit(`held_frozen:${frozen.milestone}`, frozen.held), credit(`held:${frozen.milestone}`, frozen.held)]
      : [
          debit(`provider_frozen:${frozen.creator}`, total(frozen.from)),
          credit(`provider_pending:${frozen.creator}`, frozen.from.pending),
          credit(`provider_available:${frozen.creator}`, frozen.from.available),
          credit(`receivable:${frozen.creator}`, frozen.from.receivable),
        ]
  return posting('T9w', [debit('psp_available', charged), credit('chargeback_receivable', charged), ...thaw])
}

/** T9l on a milestone that is not released: its held money and deferred fee are lost. */
export function loseHeld(of: { milestone: string }, lost: Pick<Split, 'price' | 'clientFee'>): Posting {
  return posting('T9l', [
    debit(`held_frozen:${of.milestone}`, lost.price),
    debit(`fee_deferred:${of.milestone}`, lost.clientFee),
    credit('chargeback_receivable', minor(lost.price + lost.clientFee)),
  ])
}

/** T9l on a released milestone: the creator's frozen share and both fees are lost. */
export function loseReleased(of: { creator: string }, lost: Split): Posting {
  return posting('T9l', [
    debit(`provider_frozen:${of.creator}`, lost.creatorReceives),
    debit('fee_provider', lost.creatorFee),
    debit('fee_client', lost.clientFee),
    credit('chargeback_receivable', lost.clientPays),
  ])
}

function taking(creator: string, from: TakenFrom): Entry[] {
  return [
    debit(`provider_pending:${creator}`, from.pending),
    debit(`provider_available:${creator}`, from.available),
    debit(`receivable:${creator}`, from.receivable),
  ]
}

function total(from: TakenFrom): Minor {
  return minor(from.pending + from.available + from.receivable)
}
