import { type PushUrgency } from '@veranda/core/notifications/delivery/push-delivery.ts'

export type PushMessage = {
  /** The address at the browser's push service: who knows it can push to the device. */
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Encrypted for the device, so that its push service cannot read it. */
  readonly payload: string
  readonly lifetimeSeconds: number
  readonly urgency: PushUrgency
  /** At most 32 characters of base64url. Of the pushes that wait with one topic, a push service keeps the newest. */
  readonly topic: string
}

/**
 * The outcome of a push: `accepted` by the push service, which may still not reach the device; `gone` when there is no
 * such subscription any more, or none that anything can be encrypted for; `busy` when the service asks for another try
 * later; `refused` for any other status.
 */
export type PushOutcome =
  | { readonly kind: 'accepted' | 'gone' }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'refused'; readonly status: number }

export type PushGateway = {
  /** The key that browsers subscribe with, in base64url. */
  readonly publicKey: string
  /** Sends one push. Throws when the push service cannot be reached, so that the job is retried. */
  send(message: PushMessage): Promise<PushOutcome>
}
