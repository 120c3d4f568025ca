import { type ChargeId } from '../../ids.ts'
import { type ChargedBackMoney } from '../../ledger/reversals.ts'
import { proportionalParts } from '../../money/fees.ts'
import { type Minor, minor } from '../../money/money.ts'

// A milestone may be paid by several charges: the first funding, and a top-up for each change order that raised its price.

/** A charge with what was neither refunded nor lost of it, in minor units, the client's fee included. */
export type ChargeBalance = { readonly chargeId: ChargeId; readonly left: Minor }

/** A part of a refund, which goes back the way that one charge came. */
export type RefundPart = { readonly chargeId: ChargeId; readonly amount: Minor }

/**
 * Splits a refund over the charges of a milestone, the newest first: most refunds then go back to one card in one sum, and
 * to the one that takes refunds for longest. Each part is at most what its charge has left, and they sum to `amount`. Throws
 * when the charges do not cover it.
 */
export function splitRefund(newestFirst: readonly ChargeBalance[], amount: Minor): RefundPart[] {
  let rest: number = amount
  const parts: RefundPart[] = []
  for (const { chargeId, left } of newestFirst) {
    const part = minor(Math.min(rest, left))
    if (part <= 0) continue
    rest -= part
    parts.push({ chargeId, amount: part })
  }
  if (rest > 0) throw new RangeError(`the charges do not cover ${rest} of a refund of ${amount}`)
  return parts
}

/**
 * Returns what a chargeback takes of the money that the books hold of a milestone: `left` of the charge, first of what is
 * in escrow with its fee, and only the rest of what was released with its fees, because a creator keeps what they have
 * earned for as long as other money covers it. All of it, if the charge is the only one.
 */
export function chargebackShare(held: ChargedBackMoney, left: Minor): ChargedBackMoney {
  const unreleased = held.escrow + held.deferredFee
  const released = held.earnings + held.creatorFee + held.clientFee
  const ofEscrow = minor(Math.min(left, unreleased))
  const ofReleased = minor(Math.min(left - ofEscrow, released))
  const [escrow = minor(0), deferredFee = minor(0)] = proportionalParts(ofEscrow, [held.escrow, held.deferredFee])
  const [earnings = minor(0), creatorFee = minor(0), clientFee = minor(0)] = proportionalParts(ofReleased, [
    held.earnings,
    held.creatorFee,
    held.clientFee,
  ])
  return { escrow, deferredFee, earnings, creatorFee, clientFee }
}
