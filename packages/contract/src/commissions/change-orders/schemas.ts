import { maxChangeOrderReason } from '@veranda/core/commissions/change-orders/change-order.ts'
import * as z from 'zod/mini'
import { hash, id, multilineText } from '../../shared-schemas.ts'
import { milestoneTermsBody, offer } from '../offers/schemas.ts'
import { expected } from '../schemas.ts'

/** A milestone of the contract, in the version of it that the author saw. */
const milestoneRef = z.strictObject({ milestoneId: id, version: z.int().check(z.gte(0)) })

const termsFields = {
  scope: multilineText(8000),
  rights: offer.shape.rights,
  /** Every milestone that can change, with its terms, and new ones without a reference. */
  milestones: z
    .array(
      z.object({
        ...milestoneTermsBody.shape,
        reviewRounds: z.int().check(z.gte(0), z.lte(10)),
        ref: z.nullable(milestoneRef),
      }),
    )
    .check(z.maxLength(20)),
  /** Milestones that are not funded and never will be. */
  dropped: z.array(milestoneRef).check(z.maxLength(20)),
  reason: multilineText(maxChangeOrderReason),
}
export const proposeChangeOrderBody = z.strictObject(termsFields)
export type ProposeChangeOrderBody = z.infer<typeof proposeChangeOrderBody>
/** `expected` is the version of the change order that is countered. */
export const counterChangeOrderBody = z.strictObject({ ...termsFields, expected })
export type CounterChangeOrderBody = z.infer<typeof counterChangeOrderBody>
/** Names the exact text that is signed; any other is refused. */
export const acceptChangeOrderBody = z.strictObject({ hash, expected })
export type AcceptChangeOrderBody = z.infer<typeof acceptChangeOrderBody>
