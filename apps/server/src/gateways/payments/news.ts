import { currency, isoInstant, minor } from '@veranda/contract/shapes.ts'
import * as z from 'zod/mini'

const money = { amount: minor, currency }

/** What a payment company tells by webhook. Amounts in minor units; `reference` and `charge` are ids of ours. */
export const paymentNews = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('charge.authorised'),
    /** The card can be charged, and is not yet. */
    data: z.object({ ...money, reference: z.string(), providerId: z.string(), authorisedAt: isoInstant }),
  }),
  z.object({ type: z.literal('charge.voided'), data: z.object({ reference: z.string() }) }),
  z.object({
    type: z.literal('charge.captured'),
    /** `fee` is what the company keeps of it. */
    data: z.object({ ...money, reference: z.string(), providerId: z.string(), fee: minor, capturedAt: isoInstant }),
  }),
  z.object({
    type: z.literal('charge.failed'),
    data: z.object({ reference: z.string(), providerId: z.string(), failure: z.string() }),
  }),
  z.object({
    type: z.literal('charge.settled'),
    /** `amount` becomes available: what was captured, less the fee, less what was refunded before; it may be negative. */
    data: z.object({ ...money, reference: z.string(), fee: minor, settledAt: isoInstant }),
  }),
  z.object({
    type: z.literal('charge.disputed'),
    /** `fee` comes on top of the amount that the client's bank took back. */
    data: z.object({ ...money, reference: z.string(), fee: minor }),
  }),
  z.object({
    type: z.literal('refund.paid'),
    /** `from` says whether it was paid from settled money of ours or from what had not settled yet. */
    data: z.object({ ...money, reference: z.string(), charge: z.string(), from: z.enum(['available', 'pending']) }),
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
export type PaymentNews = z.infer<typeof paymentNews>
export type PaymentNewsType = PaymentNews['type']
/** The data of one kind of news. */
export type NewsOf<T extends PaymentNewsType> = Extract<PaymentNews, { type: T }>['data']

const types: ReadonlySet<string> = new Set(paymentNews.def.options.flatMap((option) => option.shape.type.def.values))

/** Reads news in this very form; undefined for a type it does not have. Throws when the data does not fit the type. */
export function readNews(body: { readonly type: string; readonly data: unknown }): PaymentNews | undefined {
  return types.has(body.type) ? paymentNews.parse(body) : undefined
}
