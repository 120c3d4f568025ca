import { chargeStates } from '@veranda/core/payments/charge-states.ts'
import * as z from 'zod/mini'
import { currency, id, isoInstant, minor, money, page, pageQuery, person } from '../shapes.ts'

/** A way to pay. In the sandbox these are the test cards, each with what it does. */
export const method = z.object({
  token: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** Key of the catalogue `payments`: what this test card does; null for a real card. */
  behaviour: z.nullable(z.string()),
})
export const methods = z.object({ items: z.array(method), sandbox: z.boolean() })
export type Methods = z.infer<typeof methods>

/** Each number on the payment screen; every one opens the postings behind it. */
export const balanceKeys = [
  'client.protected',
  'client.refunding',
  'client.paid',
  'creator.protected',
  'creator.pending',
  'creator.available',
  'creator.in-transit',
  'creator.paid-out',
  'creator.earned',
] as const
export const balanceKey = z.enum(balanceKeys)
export type BalanceKey = (typeof balanceKeys)[number]
export const balance = z.object({ key: balanceKey, amount: money })
export const balances = z.object({ items: z.array(balance) })
export type Balances = z.infer<typeof balances>

/** Which postings: behind one balance, or of one milestone, or of one project. */
export const postingsQuery = z.object({
  ...pageQuery.shape,
  of: z.optional(balanceKey),
  currency: z.optional(currency),
  milestoneId: z.optional(id),
  projectId: z.optional(id),
})
export type PostingsQuery = z.infer<typeof postingsQuery>

/** One line of the ledger as its party may see it. Positive adds to the amount it explains, negative takes from it. */
export const posting = z.object({
  id: z.string(),
  transactionId: id,
  /** T0 to T9 of the ledger's table. */
  kind: z.string(),
  /** The account without the id in it: held, provider_pending … */
  account: z.string(),
  side: z.enum(['debit', 'credit']),
  amount: money,
  effect: minor,
  project: z.nullable(z.object({ id, title: z.string() })),
  milestone: z.nullable(z.object({ id, title: z.string() })),
  booking: z.nullable(z.object({ id, title: z.string() })),
  at: isoInstant,
})
export type Posting = z.infer<typeof posting>
export const postings = z.object({ ...page(posting).shape, total: z.nullable(money) })
export type Postings = z.infer<typeof postings>

/** Money that is held, by milestone or session, with the moment it moves on. */
export const protectedItem = z.object({
  title: z.string(),
  /** Null when it is for a session. */
  milestone: z.nullable(z.object({ id, projectId: id, project: z.string() })),
  bookingId: z.nullable(id),
  other: person,
  part: z.enum(['client', 'creator']),
  amount: money,
  place: z.enum(['protected', 'pending']),
  movesAt: z.nullable(isoInstant),
})
export const protectedList = z.object({ items: z.array(protectedItem) })
export type ProtectedList = z.infer<typeof protectedList>

export const receiptSummary = z.object({
  id,
  number: z.string(),
  side: z.enum(['client', 'creator']),
  /** Null when it is for a session. */
  project: z.nullable(z.string()),
  /** The milestone's or the session's. */
  milestone: z.string(),
  /** Whose entries make up the sum; null when it is for a session. */
  milestoneId: z.nullable(id),
  total: money,
  at: isoInstant,
})
export const receiptList = page(receiptSummary)
export type ReceiptList = z.infer<typeof receiptList>

/** One released milestone or session as a document. Lines sum to the total; one function on the server makes all totals. */
export const receipt = z.object({
  ...receiptSummary.shape,
  client: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  creator: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** Null when it is for a session. */
  version: z.nullable(z.object({ number: z.int(), hash: z.string() })),
  lines: z.array(z.object({ key: z.enum(['work', 'client-fee', 'creator-fee']), amount: money })),
  chargedAt: isoInstant,
  releasedAt: isoInstant,
  methodLast4: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof receipt>

export const payoutBody = z.strictObject({ amount: minor.check(z.gte(1)), currency })
export type PayoutBody = z.infer<typeof payoutBody>
export const payout = z.object({
  id,
  amount: money,
  state: z.enum(['requested', 'in_transit', 'paid', 'failed', 'returned']),
  failure: z.nullable(z.string()),
  requestedAt: isoInstant,
  paidAt: z.nullable(isoInstant),
})
export type Payout = z.infer<typeof payout>
export const payoutList = page(payout)
export type PayoutList = z.infer<typeof payoutList>

export const charge = z.object({
  id,
  /** A charge is of a milestone or of a booking. */
  milestoneId: z.nullable(id),
  bookingId: z.nullable(id),
  amount: money,
  state: z.enum(chargeStates),
  failure: z.nullable(z.string()),
  expiresAt: isoInstant,
})
export type Charge = z.infer<typeof charge>

/** The second factor that the card's bank asks for. In the sandbox the code is 123456. */
export const confirmBody = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })
export type ConfirmBody = z.infer<typeof confirmBody>

/** What the payment provider tells us. Its signature is checked before it is parsed. */
export const webhookBody = z.looseObject({
  id: z.string(),
  type: z.string(),
  createdAt: isoInstant,
  data: z.looseObject({}),
})
export type WebhookBody = z.infer<typeof webhookBody>
