/** Kinds of refusals, which a transport maps to its own terms (HTTP status, socket acknowledgement). */
export const refusalKinds = [
  'invalid',
  'not-signed-in',
  'not-allowed',
  'not-found',
  'conflict',
  'expired',
  'payment',
  'too-many',
  'unavailable',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

/**
 * A refusal is a value, never a throw. `code` is stable (`milestone.not-submitted`); its message is in the catalogue
 * `error-codes`. `field` names the invalid input; `detail` fills the message's parameters.
 */
export type Refusal = {
  readonly code: string
  readonly kind: RefusalKind
  readonly field?: string
  readonly detail?: Readonly<Record<string, string | number>>
}

export type Ok<T> = { readonly ok: true; readonly value: T }
export type Refused = { readonly ok: false; readonly refusal: Refusal }
export type Result<T> = Ok<T> | Refused

/** Returns a successful result with its value. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

/** Returns a refused result. Codes are `<noun>.<reason>` in kebab-case. */
export function refuse(code: string, kind: RefusalKind, more: Pick<Refusal, 'field' | 'detail'> = {}): Refused {
  return { ok: false, refusal: { code, kind, ...more } }
}
