import { ok, refuse, type Result } from '../../result.ts'

/** A bank account to pay out to: `country` is an ISO 3166 code. */
export type Iban = { readonly text: string; readonly country: string; readonly last4: string }

export const payoutAccountActions = ['confirm', 'change'] as const
export type PayoutAccountAction = (typeof payoutAccountActions)[number]

/**
 * Returns what a user may do with their payout account. While their payouts are stopped, because someone else may have
 * changed the account, either step lets them go on: it shows that the user knows where the money goes.
 */
export function payoutAccountActionsFor(isStopped: boolean): PayoutAccountAction[] {
  return payoutAccountActions.filter((action) => action !== 'confirm' || isStopped)
}

/** Lengths of IBANs of all countries together, with country and check digits. */
export const ibanLengths = { min: 15, max: 34 } as const
/** Longest typed IBAN in UTF-16 units: a blank after every four characters, and a few more. */
export const maxTypedIbanLength = 48

/**
 * Parses a typed IBAN, with or without blanks, and checks its check digits (ISO 7064, modulo 97). Refuses
 * payout-account.iban-invalid (invalid).
 */
export function parseIban(typed: string): Result<Iban> {
  const text = typed.replace(/\s/g, '').toUpperCase()
  const hasShape =
    /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text) && text.length >= ibanLengths.min && text.length <= ibanLengths.max
  if (!hasShape || remainderOf97(text.slice(4) + text.slice(0, 4)) !== 1) {
    return refuse('payout-account.iban-invalid', 'invalid', { field: 'iban' })
  }
  return ok({ text, country: text.slice(0, 2), last4: text.slice(-4) })
}

/** Returns the remainder of a number whose letters are 10 to 35, digit by digit, because it is too long for one. */
function remainderOf97(characters: string): number {
  let remainder = 0
  for (const character of characters) {
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder
}
