import { payoutActions } from '@veranda/core/payments/payouts/payout.ts'
import { maxTypedIbanLength, payoutAccountActions } from '@veranda/core/payments/payouts/payout-account.ts'
import { shownAccounts } from '@veranda/core/ledger/party-view.ts'
import { transactionKinds } from '@veranda/core/ledger/transaction.ts'
import { balanceKeys, ledgerSumKeys } from '@veranda/core/payments/balances.ts'
import * as z from 'zod/mini'
import { currency, id, isoInstant, minorUnits, money, page, pageQuery, text, userSummary } from '../shared-schemas.ts'
import { chargebackFlag } from './charges/schemas.ts'

/** A payment method. In the sandbox these are the test cards, each with what it does. */
export const paymentMethod = z.object({
  token: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** Catalogue key (`payments`) of what this test card does; null for a real card. */
  behaviour: z.nullable(z.string()),
})
export const paymentMethods = z.object({
  items: z.array(paymentMethod),
  sandbox: z.boolean(),
  /** True where everyone can move the sandbox's clock. */
  movesClock: z.boolean(),
})
export type PaymentMethods = z.infer<typeof paymentMethods>

/** The balances of the payment screen; each one links to the ledger entries behind it. */
export const balanceKey = z.enum(balanceKeys)
export const balance = z.object({
  key: balanceKey,
  amount: money,
  /** The steps that the user may take with it now. */
  actions: z.array(z.enum(payoutActions)),
})
export const balances = z.object({ items: z.array(balance) })
export type Balances = z.infer<typeof balances>

/**
 * Selects ledger entries: behind one sum, in all or in one month of the reader's time zone, or of one milestone, or of
 * one project.
 */
export const ledgerEntriesQuery = z.object({
  ...pageQuery.shape,
  of: z.optional(z.enum(ledgerSumKeys)),
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  currency: z.optional(currency),
  milestoneId: z.optional(id),
  projectId: z.optional(id),
})
export type LedgerEntriesQuery = z.infer<typeof ledgerEntriesQuery>

/** Subject of a ledger entry with its title: a milestone, a project as a whole, or a booking. */
const ledgerSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('milestone'), projectId: id, milestoneId: id, title: z.string() }),
  z.object({ kind: z.literal('project'), projectId: id, title: z.string() }),
  z.object({ kind: z.literal('booking'), bookingId: id, title: z.string() }),
])

/**
 * One ledger entry as its party may see it. Behind a balance the effects sum to the balance; of a milestone or project
 * the effects of each transaction sum to zero.
 */
export const ledgerEntry = z.object({
  id: z.string(),
  transactionId: id,
  kind: z.enum(transactionKinds),
  /** The account without its owner, or the other side: escrow, creator_pending, card … */
  account: z.enum(shownAccounts),
  /** Signed: what the entry adds to the amount it explains, or to the account as its party sees it. */
  effect: money,
  /** Null for payouts, which are of a balance. */
  subject: z.nullable(ledgerSubject),
  at: isoInstant,
})
export type LedgerEntry = z.infer<typeof ledgerEntry>
export const ledgerEntryPage = z.object({ ...page(ledgerEntry).shape, total: z.nullable(money) })
export type LedgerEntryPage = z.infer<typeof ledgerEntryPage>

/** Money in escrow or pending, by milestone or booking, with the time it moves on. */
export const escrowItem = z.object({
  title: z.string(),
  /** Null for a booking. */
  milestone: z.nullable(z.object({ id, projectId: id, project: z.string() })),
  bookingId: z.nullable(id),
  counterparty: userSummary,
  side: z.enum(['client', 'creator']),
  amount: money,
  place: z.enum(['protected', 'pending']),
  movesAt: z.nullable(isoInstant),
  chargeback: z.nullable(chargebackFlag),
})
export const escrowList = z.object({ items: z.array(escrowItem) })
export type EscrowList = z.infer<typeof escrowList>

export const receiptKinds = ['payment', 'refund'] as const
export const receiptSummary = z.object({
  id,
  number: z.string(),
  /** A refund counts against what was paid, with negative sums. */
  kind: z.enum(receiptKinds),
  side: z.enum(['client', 'creator']),
  /** Null for a booking. */
  project: z.nullable(z.string()),
  /** The title of the milestone or booking. */
  milestone: z.string(),
  /** The milestone whose entries make up the sum; null for a booking. */
  milestoneId: z.nullable(id),
  total: money,
  at: isoInstant,
})
export const receiptList = page(receiptSummary)
export type ReceiptList = z.infer<typeof receiptList>

/**
 * A receipt for one released milestone or booking, or for one refund of a milestone. Lines sum to the total; one function on the server computes all
 * totals.
 */
export const receipt = z.object({
  ...receiptSummary.shape,
  client: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  creator: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** Null for a booking and a refund. */
  version: z.nullable(z.object({ number: z.int(), hash: z.string() })),
  lines: z.array(z.object({ key: z.enum(['work', 'client-fee', 'creator-fee']), amount: money })),
  chargedAt: isoInstant,
  /** Null for a refund. */
  releasedAt: z.nullable(isoInstant),
  methodLast4: z.nullable(z.string()),
  /** For the client, where several charges paid it or take a refund: what each did. */
  payments: z.optional(z.array(z.object({ amount: money, methodLast4: z.nullable(z.string()) }))),
})
export type Receipt = z.infer<typeof receipt>

export const requestPayoutBody = z.strictObject({ amount: minorUnits.check(z.gte(1)), currency })
export type RequestPayoutBody = z.infer<typeof requestPayoutBody>
const payoutFields = { id, amount: money, requestedAt: isoInstant }
export const payout = z.discriminatedUnion('state', [
  z.object({ ...payoutFields, state: z.enum(['requested', 'in_transit']), failure: z.null(), paidAt: z.null() }),
  z.object({ ...payoutFields, state: z.literal('paid'), failure: z.null(), paidAt: isoInstant }),
  z.object({ ...payoutFields, state: z.literal('failed'), failure: z.string(), paidAt: z.null() }),
  z.object({ ...payoutFields, state: z.literal('returned'), failure: z.string(), paidAt: isoInstant }),
])
export type Payout = z.infer<typeof payout>
export const payoutList = page(payout)
export type PayoutList = z.infer<typeof payoutList>

/** The bank account that payouts go to. Until there is one, the sandbox pays to a test account of its own. */
export const payoutAccount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('test'), last4: z.string() }),
  z.object({
    kind: z.literal('bank'),
    holder: z.string(),
    country: z.string(),
    last4: z.string(),
    changedAt: isoInstant,
  }),
])
export const payoutAccountReply = z.object({
  account: z.nullable(payoutAccount),
  /** The steps that the user may take with it: `confirm` while payouts are stopped until they do, or change it. */
  actions: z.array(z.enum(payoutAccountActions)),
})
export type PayoutAccountReply = z.infer<typeof payoutAccountReply>
/** Longest name of an account's holder in UTF-16 units, as in SEPA transfers. */
export const maxHolderLength = 70
export const changePayoutAccountBody = z.strictObject({
  holder: text(maxHolderLength),
  iban: z.string().check(z.maxLength(maxTypedIbanLength)),
})
export type ChangePayoutAccountBody = z.infer<typeof changePayoutAccountBody>

/** A webhook of the payment provider. Its signature is checked before it is parsed. */
export const webhookBody = z.looseObject({
  id: z.string(),
  type: z.string(),
  createdAt: isoInstant,
  data: z.looseObject({}),
})
export type WebhookBody = z.infer<typeof webhookBody>
