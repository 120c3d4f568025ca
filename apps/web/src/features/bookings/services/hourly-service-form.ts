import { type HourlyService, type HourlyServiceBody } from '@veranda/contract/bookings/services/schemas.ts'
import { defaultServiceTerms } from '@veranda/core/bookings/services/hourly-service.ts'
import { type Currency, isCurrency, minor } from '@veranda/core/money/money.ts'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'

/** An hourly service in the form: every field as typed. */
export type HourlyServiceFields = {
  title: string
  description: string
  paid: boolean
  price: string
  currency: Currency
  minutes: string
  incrementMinutes: string
  bufferBeforeMinutes: string
  bufferAfterMinutes: string
  noticeHours: string
  horizonDays: string
  maxPerDay: string
  maxPerWeek: string
  confirmation: HourlyServiceBody['confirmation']
  policy: HourlyServiceBody['policy']
}

export type HourlyServiceField = keyof HourlyServiceFields
/** The lowest price that the server accepts, in minor units. */
export const minPriceMinorUnits = 100

export const policyPresets = {
  'one-day': [{ hoursBefore: 24, refundPercent: 100 }],
  'half-late': [
    { hoursBefore: 72, refundPercent: 100 },
    { hoursBefore: 24, refundPercent: 50 },
  ],
  week: [
    { hoursBefore: 168, refundPercent: 100 },
    { hoursBefore: 48, refundPercent: 50 },
  ],
  never: [],
} as const satisfies Record<string, HourlyServiceBody['policy']>
export type PolicyPreset = keyof typeof policyPresets
// The table's own keys, which Object.keys types as strings.
export const policyPresetNames = Object.keys(policyPresets) as PolicyPreset[]

/** Returns the preset with these tiers; undefined for a custom policy. */
export function policyPresetOf(policy: HourlyServiceBody['policy']): PolicyPreset | undefined {
  return policyPresetNames.find((name) => JSON.stringify(policyPresets[name]) === JSON.stringify(policy))
}

/** Returns the default notice of a new service in hours, free or paid. */
export function defaultNoticeHours(paid: boolean): string {
  const price = paid ? { amount: minor(minPriceMinorUnits), currency: 'EUR' as const } : null
  return String(defaultServiceTerms(price).noticeMinutes / 60)
}

/** Builds the form's fields from a service, or for a new one, which is free, from the core's default terms. */
export function toFields(service: HourlyService | undefined, language: string): HourlyServiceFields {
  const currency = service?.price?.currency
  const known: Currency = currency !== undefined && isCurrency(currency) ? currency : 'EUR'
  const terms = service ?? defaultServiceTerms(null)
  return {
    title: service?.title ?? '',
    description: service?.description ?? '',
    paid: service?.price !== null && service !== undefined,
    price: service?.price ? formatAmountText(service.price.amount, known, language) : '',
    currency: known,
    minutes: String(service?.minutes ?? 30),
    incrementMinutes: String(service?.incrementMinutes ?? 30),
    bufferBeforeMinutes: String(terms.bufferBeforeMinutes),
    bufferAfterMinutes: String(terms.bufferAfterMinutes),
    noticeHours: String(terms.noticeMinutes / 60),
    horizonDays: String(terms.horizonDays),
    maxPerDay: terms.maxPerDay ? String(terms.maxPerDay) : '',
    maxPerWeek: terms.maxPerWeek ? String(terms.maxPerWeek) : '',
    confirmation: terms.confirmation,
    policy: terms.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
  }
}

const fieldLimits = {
  minutes: [5, 480],
  incrementMinutes: [5, 480],
  bufferBeforeMinutes: [0, 240],
  bufferAfterMinutes: [0, 240],
  noticeHours: [0, 720],
  horizonDays: [1, 365],
  maxPerDay: [1, 50],
  maxPerWeek: [1, 200],
} as const satisfies Partial<Record<HourlyServiceField, readonly [number, number]>>
export const limitOf = (field: keyof typeof fieldLimits) => ({ from: fieldLimits[field][0], to: fieldLimits[field][1] })

/** Parses the fields to a request body, or returns the invalid ones. */
export function parseHourlyService(
  fields: HourlyServiceFields,
  language: string,
): { ok: true; body: HourlyServiceBody } | { ok: false; invalidFields: HourlyServiceField[] } {
  const invalidFields: HourlyServiceField[] = []
  if (fields.title.trim() === '') invalidFields.push('title')
  const price = parseAmountText(fields.price, fields.currency, language)
  if (fields.paid && (!price.ok || price.amount < minPriceMinorUnits)) invalidFields.push('price')
  const number = (field: keyof typeof fieldLimits): number => {
    const value = Number(fields[field].trim().replace(',', '.'))
    const [from, to] = fieldLimits[field]
    const whole = field === 'noticeHours' ? Number.isInteger(value * 60) : Number.isInteger(value)
    if (fields[field].trim() === '' || !whole || value < from || value > to) invalidFields.push(field)
    return value
  }
  const optional = (field: 'maxPerDay' | 'maxPerWeek') => (fields[field].trim() === '' ? null : number(field))
  const body: HourlyServiceBody = {
    title: fields.title.trim(),
    description: fields.description.trim(),
    price: fields.paid && price.ok ? { amount: price.amount, currency: fields.currency } : null,
    minutes: number('minutes'),
    bufferBeforeMinutes: number('bufferBeforeMinutes'),
    bufferAfterMinutes: number('bufferAfterMinutes'),
    noticeMinutes: Math.round(number('noticeHours') * 60),
    horizonDays: number('horizonDays'),
    incrementMinutes: number('incrementMinutes'),
    maxPerDay: optional('maxPerDay'),
    maxPerWeek: optional('maxPerWeek'),
    confirmation: fields.confirmation,
    policy: fields.policy,
  }
  return invalidFields.length > 0 ? { ok: false, invalidFields } : { ok: true, body }
}
