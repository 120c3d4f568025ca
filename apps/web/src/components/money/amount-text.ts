import { type Currency, decimalsOf } from '@veranda/core/money/money.ts'

export type AmountFault = 'missing' | 'unreadable' | 'too-many-decimals' | 'too-large'
export type ParsedAmount = { ok: true; amount: number } | { ok: false; fault: AmountFault }

/**
 * Parses an amount, as typed in this language, into minor units of the currency, exactly. The language decides whether
 * dot or comma is the decimal separator; a separator that cannot group thousands in its position counts as one as well
 * ("12,5" in English). Accepts digits of any script. Never negative.
 */
export function parseAmountText(text: string, currency: Currency, language: string): ParsedAmount {
  if (toAsciiDigits(text) === '') return { ok: false, fault: 'missing' }
  const figures = parseDigits(text, language)
  if (!figures) return { ok: false, fault: 'unreadable' }
  const { whole, fraction } = figures
  const decimals = decimalsOf(currency)
  if (fraction.length > decimals) return { ok: false, fault: 'too-many-decimals' }
  const amount = Number(BigInt(whole + fraction.padEnd(decimals, '0') || '0'))
  return Number.isSafeInteger(amount) ? { ok: true, amount } : { ok: false, fault: 'too-large' }
}

/**
 * Returns the digits before and after the decimal separator of the typed text, without grouping and trailing zeros;
 * undefined when it is not a number.
 */
export function parseDigits(text: string, language: string): { whole: string; fraction: string } | undefined {
  const plain = toAsciiDigits(text)
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain)) return undefined
  const pointIndex = decimalPointIndex(plain, decimalSeparatorOf(language))
  const [whole = '', fraction = ''] =
    pointIndex < 0 ? [plain] : [plain.slice(0, pointIndex), plain.slice(pointIndex + 1)]
  if (!/^(\d*|\d{1,3}([.,]\d{2,3})+)$/.test(whole) || !/^\d*$/.test(fraction)) return undefined
  return { whole: whole.replace(/[.,]/g, ''), fraction: fraction.replace(/0+$/, '') }
}

/** Formats an amount as it would be typed: the currency's decimals, the language's decimal separator, no grouping. */
export function formatAmountText(amount: number, currency: Currency, language: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return digits.slice(0, -decimals) + decimalSeparatorOf(language) + digits.slice(-decimals)
}

/** Returns the index of the decimal separator, or -1. */
function decimalPointIndex(plain: string, mark: '.' | ','): number {
  const marks = [...plain.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (last === undefined) return -1
  const separatorKinds = new Set(marks.map(([found]) => found))
  const ownSeparators = marks.filter(([found]) => found === mark)
  if (separatorKinds.size === 2)
    return ownSeparators.length === 1 && last[0] === mark
      ? last.index
      : marks.length > 2 || ownSeparators.length > 1
        ? -1
        : last.index
  if (last[0] === mark) return marks.length === 1 ? last.index : -1
  const after = plain.length - last.index - 1
  return marks.length === 1 && (after !== 3 || last.index === 0 || last.index > 3 || plain.startsWith('0'))
    ? last.index
    : -1
}

/** Returns the language's decimal separator. */
export function decimalSeparatorOf(language: string): '.' | ',' {
  const locale = new Intl.Locale(language, { numberingSystem: 'latn' })
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/** Converts digits of other scripts, their separators and all kinds of spaces to 0-9, dot and comma. */
export function toAsciiDigits(text: string): string {
  return text
    .replace(/[\s'’_\u061c\u200e\u200f]/g, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[．٫]/g, '.')
    .replace(/[٬،，]/g, ',')
}
