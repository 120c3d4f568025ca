import { currency, isoInstant, minorUnits } from '@veranda/contract/shared-schemas.ts'
import * as z from 'zod/mini'

const money = { amount: minorUnits, currency }

/**
 * A charge that the client's bank took back. `fee` is charged on top of the amount. Each event about it carries it whole, since
 * they may arrive in any order.
 */
const dispute = z.object({
  ...money,
  reference: z.string(),
  fee: minorUnits,
  /** Until when the provider takes evidence. */
  evidenceDueAt: z.optional(isoInstant),
})

/**
 * The events a payment provider sends by webhook. Amounts are in minor units; `reference` and `charge` are our own ids.
 */
export const paymentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('charge.authorised'),
    /** The card is authorised but not charged yet. */
    data: z.object({ ...money, reference: z.string(), providerId: z.string(), authorisedAt: isoInstant }),
  }),
  z.object({ type: z.literal('charge.voided'), data: z.object({ reference: z.string() }) }),
  z.object({
    type: z.literal('charge.captured'),
    /** `fee` is the part that the provider keeps. */
    data: z.object({
      ...money,
      reference: z.string(),
      providerId: z.string(),
      fee: minorUnits,
      capturedAt: isoInstant,
    }),
  }),
  z.object({
    type: z.literal('charge.failed'),
    data: z.object({ reference: z.string(), providerId: z.string(), failure: z.string() }),
  }),
  z.object({
    type: z.literal('charge.settled'),
    /** `amount` becomes available: the captured amount less the fee and earlier refunds. It may be negative. */
    data: z.object({ ...money, reference: z.string(), fee: minorUnits, settledAt: isoInstant }),
  }),
  z.object({ type: z.literal('charge.disputed'), data: dispute }),
  /** The bank decided for us, and the amount is back; the fee is not. */
  z.object({ type: z.literal('charge.dispute-won'), data: dispute }),
  z.object({ type: z.literal('charge.dispute-lost'), data: dispute }),
  z.object({
    type: z.literal('refund.paid'),
    /** `from` tells whether it was paid from settled funds or from funds that had not settled yet. */
    data: z.object({ ...money, reference: z.string(), charge: z.string(), from: z.enum(['available', 'pending']) }),
  }),
  z.object({
    type: z.literal('refund.failed'),
    /** The bank refused it, and the money is back at the platform. */
    data: z.object({
      ...money,
      reference: z.string(),
      charge: z.string(),
      attempt: z.int(),
      failure: z.string(),
    }),
  }),
  z.object({ type: z.literal('payout.paid'), data: z.object({ ...money, reference: z.string() }) }),
  z.object({
    type: z.literal('payout.failed'),
    data: z.object({ ...money, reference: z.string(), failure: z.string() }),
  }),
  z.object({
    type: z.literal('payout.returned'),
    data: z.object({ ...money, reference: z.string(), failure: z.string() }),
  }),
])
export type PaymentEvent = z.infer<typeof paymentEvent>
export type PaymentEventType = PaymentEvent['type']
/** The data of one type of event. */
export type PaymentEventData<T extends PaymentEventType> = Extract<PaymentEvent, { type: T }>['data']

const knownTypes: ReadonlySet<string> = new Set(
  paymentEvent.def.options.flatMap((option) => option.shape.type.def.values),
)

/**
 * Parses an event in this format; returns undefined for an unknown type. Throws when the data does not match the type.
 */
export function parsePaymentEvent(body: { readonly type: string; readonly data: unknown }): PaymentEvent | undefined {
  return knownTypes.has(body.type) ? paymentEvent.parse(body) : undefined
}
