import { requestPayout } from '@veranda/core/payments/request-payout.ts'
import { isCurrency, money } from '@veranda/core/money/money.ts'
import { type WireMoney } from '../../lib/format.ts'
import { type AmountFault, readAmountText } from '../../parts/amount-text.ts'

export type PayoutFault = AmountFault | 'not-positive' | 'too-much'

/** The amount to ask for out of what was typed, by the core's own rule; or what is wrong with it. */
export function readPayout(
  text: string,
  available: WireMoney | undefined,
  language: string,
): { ok: true; amount: number; currency: string } | { ok: false; fault: PayoutFault } {
  if (available === undefined || !isCurrency(available.currency)) return { ok: false, fault: 'too-much' }
  const { currency } = available
  const read = readAmountText(text, currency, language)
  if (!read.ok) return read
  const asked = requestPayout({ amount: read.amount, currency }, money(available.amount, currency))
  if (asked.ok) return { ok: true, amount: read.amount, currency }
  return { ok: false, fault: asked.refusal.code === 'payout.not-positive' ? 'not-positive' : 'too-much' }
}
