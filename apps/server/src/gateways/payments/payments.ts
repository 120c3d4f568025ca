import { type CaptureWhen } from '@veranda/core/payments/charge-states.ts'
import { type IncomingHttpHeaders } from 'node:http'
import { type PaymentNews } from './news.ts'

/** How much, in minor units, of which currency. */
type Amount = { readonly amount: number; readonly currency: string }

/** `key` makes a call safe to repeat: the same key answers the same object. `reference` is our own id of the thing. */
type Asked = Amount & { readonly key: string; readonly reference: string }

/** What came of charging a card. What was taken or authorised is told by webhook, never by this answer alone. */
export type ChargeAnswer =
  | { readonly state: 'authorised'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'captured'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'needs_confirmation'; readonly providerId: string; readonly last4: string }
  | { readonly state: 'failed'; readonly providerId: string; readonly last4: string | null; readonly failure: string }

/** What came of taking the money of an authorised card, or of letting it go: where the charge stands now. */
export type AuthorisedAnswer =
  | { readonly state: 'captured' | 'voided' }
  | { readonly state: 'failed'; readonly failure: string }

export type ConfirmAnswer = ChargeAnswer | { readonly state: 'wrong-code' }

/** A way to pay that may be offered. `behaviour` says what a test card does; null for a real one. */
export type PaymentMethod = {
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly behaviour: string | null
}

/**
 * A payment company. Every call may be repeated with the same key and then answers the same object. A throw means that
 * nothing is known: ask again with the same key. Whatever moves money is also told by a signed webhook, at least once.
 */
export type PaymentGateway = {
  readonly sandbox: boolean
  methods(): readonly PaymentMethod[]
  /** Authorises, and captures with it unless that comes later. */
  charge(asked: Asked & { readonly method: string; readonly capture: CaptureWhen }): Promise<ChargeAnswer>
  /** Takes all the money of an authorised card; `charge` is our own id of it. */
  capture(asked: { readonly charge: string }): Promise<AuthorisedAnswer>
  /** Lets an authorised card go, with nothing taken. */
  void(asked: { readonly charge: string }): Promise<AuthorisedAnswer>
  /** Hands in the second factor that the card's bank asked for. */
  confirm(asked: { readonly reference: string; readonly code: string }): Promise<ConfirmAnswer>
  /** Gives a charge back, whole or in part; `charge` is our own id of it. */
  refund(asked: Asked & { readonly charge: string }): Promise<{ readonly providerId: string }>
  /** From the platform's balance to a connected account. */
  transfer(asked: Asked & { readonly account: string }): Promise<{ readonly providerId: string }>
  /** Takes a transfer back, whole or in part; `transfer` is our own id of it. */
  reverse(asked: Asked & { readonly transfer: string }): Promise<{ readonly providerId: string }>
  /** From a connected account to its owner's bank. */
  payout(asked: Asked & { readonly account: string }): Promise<{ readonly providerId: string }>
  /** Whether the bytes of a webhook were signed by the company, lately. */
  verifyWebhook(call: { readonly raw: Buffer; readonly headers: IncomingHttpHeaders }): Promise<boolean>
  /** What a webhook tells, in our words; undefined when it is nothing that concerns us. Throws on a broken one. */
  readWebhook(body: { readonly type: string; readonly data: unknown }): PaymentNews | undefined
}
