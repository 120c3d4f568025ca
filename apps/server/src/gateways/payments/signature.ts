import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'veranda-payments-signature'

/** Signatures older or newer than this are refused, so that an overheard one is soon worthless. */
const tolerance = 5 * 60_000

/** `t=<epoch milliseconds>,v1=<hex>` over `<t>.<bytes>`, by HMAC-SHA256. */
export function sign(secret: string, raw: Buffer | string, at: number): string {
  return `t=${at},v1=${digest(secret, raw, at).toString('hex')}`
}

/** Whether the header is a signature of these bytes with this secret, made within five minutes of `now`. */
export function isSigned(secret: string, raw: Buffer | string, header: unknown, now: number): boolean {
  if (typeof header !== 'string') return false
  const [, time, hex] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!time || !hex || Math.abs(now - Number(time)) > tolerance) return false
  return timingSafeEqual(digest(secret, raw, Number(time)), Buffer.from(hex, 'hex'))
}

function digest(secret: string, raw: Buffer | string, at: number): Buffer {
  return createHmac('sha256', secret).update(`${at}.`).update(raw).digest()
}
