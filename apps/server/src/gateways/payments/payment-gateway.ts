import { type CaptureTiming } from '@veranda/core/payments/charges/charge-states.ts'
import { type ReportedMovement } from '@veranda/core/payments/provider-report.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type IncomingHttpHeaders } from 'node:http'
import { type PaymentEvent } from './payment-events.ts'

/** An amount in minor units and its currency. */
type Amount = { readonly amount: number; readonly currency: string }

/** `key` makes a call idempotent: the same key returns the same object. `reference` is our own id. */
type PaymentRequest = Amount & { readonly key: string; readonly reference: string }

/** The result of charging a card. A capture or authorisation counts only when its webhook arrives. */
export type ChargeResult =
  | { readonly state: 'authorised'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'captured'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'needs_confirmation'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'failed'; readonly providerId: string; readonly last4: string | null; readonly failure: string }

/** The state of an authorised charge after it was captured or voided. */
export type AuthorizationResult =
  | { readonly state: 'captured' | 'voided' }
  | { readonly state: 'failed'; readonly failure: string }

export type ConfirmResult = ChargeResult | { readonly state: 'wrong-code' }

/** A payment method on offer. `behaviour` describes what a test card does; null for a real one. */
export type PaymentMethod = {
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly behaviour: string | null
}

/** Where payouts of a connected account go. Without a bank account of its owner it is a test account of the provider. */
export type PayoutAccount = {
  readonly last4: string
  readonly bank: { readonly holder: string; readonly country: string; readonly changedAt: Instant } | null
}

/**
 * A payment provider. Every call is idempotent by its key. After a throw the outcome is unknown: repeat the call with
 * the same key. Every movement of money is also reported by a signed webhook, at least once.
 */
export type PaymentGateway = {
  readonly sandbox: boolean
  methods(): readonly PaymentMethod[]
  /** Authorises a charge and captures it, unless capture is deferred. */
  charge(request: PaymentRequest & { readonly method: string; readonly capture: CaptureTiming }): Promise<ChargeResult>
  /** Returns what became of a charge that still stands, by our own id; undefined for one that is voided or unknown. */
  findCharge(request: { readonly reference: string }): Promise<ChargeResult | undefined>
  /** Captures the full amount of an authorised charge; `charge` is our own id. */
  capture(request: { readonly charge: string }): Promise<AuthorizationResult>
  /** Voids an authorised charge; nothing is taken. */
  void(request: { readonly charge: string }): Promise<AuthorizationResult>
  /** Submits the second factor that the card's bank requested. */
  confirm(request: { readonly reference: string; readonly code: string }): Promise<ConfirmResult>
  /**
   * Refunds a charge in whole or in part, to its card or to the bank account that was set for it; `charge` and
   * `client` are our own ids, and `attempt` counts from 1.
   */
  refund(
    request: PaymentRequest & { readonly charge: string; readonly client: string; readonly attempt: number },
  ): Promise<{ readonly providerId: string }>
  /** Sets the bank account that the next attempt of a refund goes to; `reference` is our own id of the refund. */
  redirectRefund(request: {
    readonly client: string
    readonly reference: string
    readonly holder: string
    readonly iban: string
  }): Promise<void>
  /** Transfers from the platform's balance to a connected account. */
  transfer(request: PaymentRequest & { readonly account: string }): Promise<{ readonly providerId: string }>
  /** Reverses a transfer in whole or in part; `transfer` is our own id. */
  reverse(request: PaymentRequest & { readonly transfer: string }): Promise<{ readonly providerId: string }>
  /** Pays out from a connected account to its owner's bank. */
  payout(request: PaymentRequest & { readonly account: string }): Promise<{ readonly providerId: string }>
  /** Returns the bank account of a connected account; undefined if there is none to pay out to. */
  payoutAccount(account: string): Promise<PayoutAccount | undefined>
  /** Changes the bank account of a connected account, for payouts from then on. */
  changePayoutAccount(request: {
    readonly account: string
    readonly holder: string
    readonly iban: string
  }): Promise<void>
  /** Removes the bank account of a connected account whose owner has left. Does nothing when there is none. */
  removePayoutAccount(account: string): Promise<void>
  /** Returns the provider's own report: every movement of money on our balances and the connected accounts up to `now`. */
  listMovements(now: Instant): Promise<ReportedMovement[]>
  /** Verifies that the provider recently signed the bytes of a webhook. */
  verifyWebhook(call: { readonly raw: Buffer; readonly headers: IncomingHttpHeaders }): Promise<boolean>
  /** Parses a webhook into a payment event; returns undefined when it does not concern us. Throws on an invalid one. */
  parseWebhook(body: { readonly type: string; readonly data: unknown }): PaymentEvent | undefined
}

const rejectUnconfigured = async (): Promise<never> => {
  throw new Error('payments are off')
}

/** The adapter for `PAYMENTS=off`. No paid path reaches it, so every call is a bug and is rejected. */
export const disabledPayments: PaymentGateway = {
  sandbox: false,
  methods: () => [],
  charge: rejectUnconfigured,
  findCharge: rejectUnconfigured,
  confirm: rejectUnconfigured,
  capture: rejectUnconfigured,
  void: rejectUnconfigured,
  refund: rejectUnconfigured,
  redirectRefund: rejectUnconfigured,
  transfer: rejectUnconfigured,
  reverse: rejectUnconfigured,
  payout: rejectUnconfigured,
  payoutAccount: async () => undefined,
  changePayoutAccount: rejectUnconfigured,
  removePayoutAccount: async () => undefined,
  listMovements: async () => [],
  verifyWebhook: async () => false,
  parseWebhook: () => undefined,
}
