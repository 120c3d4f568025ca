import { requestPayout } from '@veranda/core/payments/payouts/payout.ts'
import { isCurrency, money } from '@veranda/core/money/money.ts'
import { type MoneyAmount } from '../../../lib/format.ts'
import { type AmountFault, parseAmountText } from '../../../components/money/amount-text.ts'

export type PayoutAmountFault = AmountFault | 'not-positive' | 'too-much'

/** Parses the typed amount of a payout by the core's rule; returns the amount, or what is wrong with it. */
export function parsePayoutAmount(
  text: string,
  available: MoneyAmount | undefined,
  language: string,
): { ok: true; amount: number; currency: string } | { ok: false; fault: PayoutAmountFault } {
  if (available === undefined || !isCurrency(available.currency)) return { ok: false, fault: 'too-much' }
  const { currency } = available
  const parsed = parseAmountText(text, currency, language)
  if (!parsed.ok) return parsed
  const decided = requestPayout({ amount: parsed.amount, currency }, money(available.amount, currency))
  if (decided.ok) return { ok: true, amount: parsed.amount, currency }
  return { ok: false, fault: decided.refusal.code === 'payout.not-positive' ? 'not-positive' : 'too-much' }
}
