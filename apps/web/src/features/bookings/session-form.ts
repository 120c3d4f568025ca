import { type Session, type SessionBody } from '@veranda/contract/bookings/session-schemas.ts'
import { defaultTerms } from '@veranda/core/bookings/session-terms.ts'
import { type Currency, isCurrency, minor } from '@veranda/core/money/money.ts'
import { amountText, readAmountText } from '../../parts/amount-text.ts'

/** A service as it stands in the form: everything as it is typed. */
export type SessionFields = {
  title: string
  description: string
  paid: boolean
  price: string
  currency: Currency
  minutes: string
  incrementMinutes: string
  bufferBefore: string
  bufferAfter: string
  noticeHours: string
  horizonDays: string
  perDay: string
  perWeek: string
  confirmation: SessionBody['confirmation']
  policy: SessionBody['policy']
}

export type SessionFault = keyof SessionFields
/** The least price that the server takes, in minor units. */
export const leastPrice = 100

export const policies = {
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
} as const satisfies Record<string, SessionBody['policy']>
export type PolicyName = keyof typeof policies
// The table's own keys, which Object.keys only knows as strings.
export const policyNames = Object.keys(policies) as PolicyName[]

/** The named policy of those tiers; undefined when it is one of the creator's own. */
export function policyNameOf(policy: SessionBody['policy']): PolicyName | undefined {
  return policyNames.find((name) => JSON.stringify(policies[name]) === JSON.stringify(policy))
}

/** The hours of notice that a new service begins with, free or paid. */
export function noticeHoursFor(paid: boolean): string {
  const price = paid ? { amount: minor(leastPrice), currency: 'EUR' as const } : null
  return String(defaultTerms(price).noticeMinutes / 60)
}

/** What the form begins with: a service as it is, or a new one, which is free, by the terms of the core. */
export function fieldsOf(session: Session | undefined, language: string): SessionFields {
  const currency = session?.price?.currency
  const known: Currency = currency !== undefined && isCurrency(currency) ? currency : 'EUR'
  const terms = session ?? defaultTerms(null)
  return {
    title: session?.title ?? '',
    description: session?.description ?? '',
    paid: session?.price !== null && session !== undefined,
    price: session?.price ? amountText(session.price.amount, known, language) : '',
    currency: known,
    minutes: String(session?.minutes ?? 30),
    incrementMinutes: String(session?.incrementMinutes ?? 30),
    bufferBefore: String(terms.bufferBefore),
    bufferAfter: String(terms.bufferAfter),
    noticeHours: String(terms.noticeMinutes / 60),
    horizonDays: String(terms.horizonDays),
    perDay: terms.perDay ? String(terms.perDay) : '',
    perWeek: terms.perWeek ? String(terms.perWeek) : '',
    confirmation: terms.confirmation,
    policy: terms.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
  }
}

const limits = {
  minutes: [5, 480],
  incrementMinutes: [5, 480],
  bufferBefore: [0, 240],
  bufferAfter: [0, 240],
  noticeHours: [0, 720],
  horizonDays: [1, 365],
  perDay: [1, 50],
  perWeek: [1, 200],
} as const satisfies Partial<Record<SessionFault, readonly [number, number]>>
export const limitOf = (field: keyof typeof limits) => ({ from: limits[field][0], to: limits[field][1] })

/** What is sent, or which fields are wrong. */
export function readSession(
  fields: SessionFields,
  language: string,
): { ok: true; body: SessionBody } | { ok: false; faults: SessionFault[] } {
  const faults: SessionFault[] = []
  if (fields.title.trim() === '') faults.push('title')
  const price = readAmountText(fields.price, fields.currency, language)
  if (fields.paid && (!price.ok || price.amount < leastPrice)) faults.push('price')
  const number = (field: keyof typeof limits): number => {
    const value = Number(fields[field].trim().replace(',', '.'))
    const [from, to] = limits[field]
    const whole = field === 'noticeHours' ? Number.isInteger(value * 60) : Number.isInteger(value)
    if (fields[field].trim() === '' || !whole || value < from || value > to) faults.push(field)
    return value
  }
  const optional = (field: 'perDay' | 'perWeek') => (fields[field].trim() === '' ? null : number(field))
  const body: SessionBody = {
    title: fields.title.trim(),
    description: fields.description.trim(),
    price: fields.paid && price.ok ? { amount: price.amount, currency: fields.currency } : null,
    minutes: number('minutes'),
    bufferBefore: number('bufferBefore'),
    bufferAfter: number('bufferAfter'),
    noticeMinutes: Math.round(number('noticeHours') * 60),
    horizonDays: number('horizonDays'),
    incrementMinutes: number('incrementMinutes'),
    perDay: optional('perDay'),
    perWeek: optional('perWeek'),
    confirmation: fields.confirmation,
    policy: fields.policy,
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, body }
}
