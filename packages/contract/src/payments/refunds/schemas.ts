import { changePayoutAccountBody } from '../schemas.ts'
import type * as z from 'zod/mini'

/** The bank account that a failed refund goes to. */
export const redirectRefundBody = changePayoutAccountBody
export type RedirectRefundBody = z.infer<typeof redirectRefundBody>
