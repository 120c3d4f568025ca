import { type Currency, decimalsOf } from '@veranda/core/money/money.ts'

export type AmountFault = 'missing' | 'unreadable' | 'too-many-decimals' | 'too-large'
export type ReadAmount = { ok: true; amount: number } | { ok: false; fault: AmountFault }

/**
 * Reads an amount as a person of this language types it into minor units of the currency, exactly. The language says
 * which of dot and comma is the decimal point; a mark that cannot group thousands where it stands is one as well
 * ("12,5" in English). Digits of any script will do. Never negative.
 */
export function readAmountText(text: string, currency: Currency, language: string): ReadAmount {
  if (inAscii(text) === '') return { ok: false, fault: 'missing' }
  const figures = readFigures(text, language)
  if (!figures) return { ok: false, fault: 'unreadable' }
  const { whole, fraction } = figures
  const decimals = decimalsOf(currency)
  if (fraction.length > decimals) return { ok: false, fault: 'too-many-decimals' }
  const amount = Number(BigInt(whole + fraction.padEnd(decimals, '0') || '0'))
  return Number.isSafeInteger(amount) ? { ok: true, amount } : { ok: false, fault: 'too-large' }
}

/** The digits before and behind the decimal point of what was typed, without groups and closing zeros; undefined when it is no number. */
export function readFigures(text: string, language: string): { whole: string; fraction: string } | undefined {
  const plain = inAscii(text)
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain)) return undefined
  const point = pointIn(plain, decimalMarkOf(language))
  const [whole = '', fraction = ''] = point < 0 ? [plain] : [plain.slice(0, point), plain.slice(point + 1)]
  if (!/^(\d*|\d{1,3}([.,]\d{2,3})+)$/.test(whole) || !/^\d*$/.test(fraction)) return undefined
  return { whole: whole.replace(/[.,]/g, ''), fraction: fraction.replace(/0+$/, '') }
}

/** The amount as one would type it: the currency's decimals, the language's decimal mark, no groups. */
export function amountText(amount: number, currency: Currency, language: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return digits.slice(0, -decimals) + decimalMarkOf(language) + digits.slice(-decimals)
}

/** Where the decimal point stands, or -1. */
function pointIn(plain: string, mark: '.' | ','): number {
  const marks = [...plain.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (last === undefined) return -1
  const kinds = new Set(marks.map(([found]) => found))
  const own = marks.filter(([found]) => found === mark)
  if (kinds.size === 2)
    return own.length === 1 && last[0] === mark ? last.index : marks.length > 2 || own.length > 1 ? -1 : last.index
  if (last[0] === mark) return marks.length === 1 ? last.index : -1
  const after = plain.length - last.index - 1
  return marks.length === 1 && (after !== 3 || last.index === 0 || last.index > 3 || plain.startsWith('0'))
    ? last.index
    : -1
}

/** The mark between whole and fraction as this language writes it. */
export function decimalMarkOf(language: string): '.' | ',' {
  const locale = new Intl.Locale(language, { numberingSystem: 'latn' })
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/** Digits of other scripts, their marks and all kinds of spaces brought to 0-9, dot and comma. */
export function inAscii(text: string): string {
  return text
    .replace(/[\s'’_\u061c\u200e\u200f]/g, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[．٫]/g, '.')
    .replace(/[٬،，]/g, ',')
}
