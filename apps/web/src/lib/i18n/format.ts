import { decimalsOf, isCurrency } from '@veranda/core/money/money.ts'
import { formatLocale, keepSign } from '@veranda/i18n/format-locale.ts'
import { useLanguage } from './language.ts'
import { createStore, useStore } from '../store.ts'

/** An amount as sent over the wire, in integer minor units. */
export type MoneyAmount = { readonly amount: number; readonly currency: string }

const timeZoneStore = createStore(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Sets the time zone of the account; until then the device's zone is used. */
export function setUserTimeZone(zone: string): void {
  timeZoneStore.set(zone)
}

/** Returns the time zone of the account, or that of the device until the account is known. */
export function userTimeZone(): string {
  return timeZoneStore.get()
}

export type Format = ReturnType<typeof formatFor>

/** Returns formatters for money, dates and numbers in the user's language and time zone. */
export function useFormat(): Format {
  return formatFor(useLanguage(), useStore(timeZoneStore))
}

const formatCache = new Map<string, ReturnType<typeof makeFormat>>()

/** Returns the same formatters outside components. */
export function formatFor(language: string, zone: string) {
  const key = `${language} ${zone}`
  let format = formatCache.get(key)
  if (!format) {
    format = makeFormat(language, zone)
    formatCache.set(key, format)
  }
  return format
}

const relativeUnits = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

function makeFormat(language: string, timeZone: string) {
  // Latin digits everywhere, so that amounts and times align and can be typed back.
  const locale = new Intl.Locale(regionalLocale(language), { numberingSystem: 'latn' })
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const day = dates({ day: 'numeric', month: 'short' })
  const dayOfYear = dates({ day: 'numeric', month: 'short', year: 'numeric' })
  const weekday = dates({ weekday: 'short', day: 'numeric', month: 'short' })
  const dayInFull = dates({ weekday: 'long', day: 'numeric', month: 'long' })
  const time = dates({ timeStyle: 'short' })
  const long = dates({ dateStyle: 'long' })
  const full = dates({ dateStyle: 'full', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const currencies = new Map<string, Intl.NumberFormat>()

  function currencyFormat(currency: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): Intl.NumberFormat {
    const key = `${currency} ${signDisplay}`
    let format = currencies.get(key)
    if (!format) {
      const digits = currencyDecimals(currency)
      const options = {
        style: 'currency',
        currency,
        signDisplay,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const
      format = new Intl.NumberFormat(locale, options)
      currencies.set(key, format)
    }
    return format
  }

  return {
    language,
    timeZone,
    locale,
    /** Formats as €1,000.00. */
    money: (money: MoneyAmount) =>
      keepSign(currencyFormat(money.currency).format(money.amount / 10 ** currencyDecimals(money.currency)), language),
    /** Formats as +€1,000.00 or −€1,000.00. */
    signedMoney: ({ amount, currency }: MoneyAmount) =>
      keepSign(
        currencyFormat(currency, 'exceptZero').format(amount / 10 ** currencyDecimals(currency)),
        language,
      ).replace('-', '−'),
    number: (value: number) => number.format(value),
    /** Formats a share of one: 0.05 is 5 %. */
    percent: (share: number) => percent.format(share),
    /** Formats as 3 Dec, with the year if it is not this one. */
    date: (iso: string) => (sameYear(iso) ? day : dayOfYear).format(new Date(iso)),
    /** Formats as 3 December 2026. */
    longDate: (iso: string) => long.format(new Date(iso)),
    /** Formats as Thu, 3 Dec. */
    weekday: (iso: string) => weekday.format(new Date(iso)),
    /** Formats as Thursday 26 November. */
    day: (iso: string) => dayInFull.format(new Date(iso)),
    /** Formats as 18:20. */
    time: (iso: string) => time.format(new Date(iso)),
    /** Formats the full date and time, for tooltips and screen readers. */
    full: (iso: string) => full.format(new Date(iso)),
    /** Formats the same instant in another time zone. */
    fullIn: (iso: string, other: string) =>
      new Intl.DateTimeFormat(locale, { timeZone: other, dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(iso),
      ),
    /** Formats as 10 minutes ago, or in 3 days. */
    relative: (iso: string, now = Date.now()) => {
      const seconds = (Date.parse(iso) - now) / 1000
      const unit = relativeUnits.find(([, length]) => Math.abs(seconds) >= length)
      return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : relative.format(0, 'second')
    },
    list: (items: readonly string[]) => new Intl.ListFormat(locale).format(items),
    languageName: (tag: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag,
  }
}

/** Returns the browser's regional variant of the language, such as en-US, if it has one: date formats differ. */
function regionalLocale(language: string): string {
  // Not zh-TW, whose dates would be in a script of their own.
  const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script
  const isVariant = (tag: string) => tag.startsWith(`${language}-`) && scriptOf(tag) === scriptOf(language)
  return navigator.languages.find(isVariant) ?? formatLocale(language)
}

function currencyDecimals(currency: string): number {
  return isCurrency(currency) ? decimalsOf(currency) : 2
}

function sameYear(iso: string): boolean {
  return new Date(iso).getFullYear() === new Date().getFullYear()
}
