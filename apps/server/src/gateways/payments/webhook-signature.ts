import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'veranda-payments-signature'

/** Signatures outside this window are refused, so that an intercepted one soon becomes worthless. */
const maxClockSkewMs = 5 * 60_000

/** Signs `<t>.<bytes>` with HMAC-SHA256 and returns `t=<epoch milliseconds>,v1=<hex>`. */
export function signWebhook(secret: string, raw: Buffer | string, at: number): string {
  return `t=${at},v1=${digest(secret, raw, at).toString('hex')}`
}

/** Verifies that the header signs these bytes with this secret, within five minutes of `now`. */
export function isValidSignature(secret: string, raw: Buffer | string, header: unknown, now: number): boolean {
  if (typeof header !== 'string') return false
  const [, time, hex] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!time || !hex || Math.abs(now - Number(time)) > maxClockSkewMs) return false
  return timingSafeEqual(digest(secret, raw, Number(time)), Buffer.from(hex, 'hex'))
}

function digest(secret: string, raw: Buffer | string, at: number): Buffer {
  return createHmac('sha256', secret).update(`${at}.`).update(raw).digest()
}
