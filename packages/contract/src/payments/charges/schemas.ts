import { type ChargebackState } from '@veranda/core/payments/charges/chargeback.ts'
import { chargeActions } from '@veranda/core/payments/charges/charge-states.ts'
import { plainChargeStates } from '@veranda/core/payments/charges/charge.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money } from '../../shared-schemas.ts'
import { chargeSubject } from '../events.ts'

const attempt = {
  id,
  expiresAt: isoInstant,
  /** Steps that the client who pays may take now. */
  actions: z.array(z.enum(chargeActions)),
}
const failed = { state: z.literal('failed'), failure: z.string() }
const notFailed = { state: z.enum(plainChargeStates), failure: z.null() }

/** A payment attempt as its milestone or booking shows it, to the client only. */
export const paymentAttempt = z.discriminatedUnion('state', [
  z.object({ ...attempt, ...failed }),
  z.object({ ...attempt, ...notFailed }),
])

const ofSubject = { subject: chargeSubject, amount: money }

export const charge = z.discriminatedUnion('state', [
  z.object({ ...attempt, ...ofSubject, ...failed }),
  z.object({ ...attempt, ...ofSubject, ...notFailed }),
])
export type Charge = z.infer<typeof charge>

/** The second factor that the card's bank asks for. In the sandbox the code is 123456. */
export const confirmChargeBody = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })
export type ConfirmChargeBody = z.infer<typeof confirmChargeBody>

/** A chargeback of the charge that paid for a milestone or booking, while it stops something: until the bank decides for us. */
export const chargebackFlag = z.object({
  state: z.enum(['open', 'lost'] satisfies ChargebackState[]),
  /** The sum that the bank took back, fee included. */
  amount: money,
  openedAt: isoInstant,
  /** When the bank decided; null while it has not. */
  decidedAt: z.nullable(isoInstant),
})
export type ChargebackFlag = z.infer<typeof chargebackFlag>
