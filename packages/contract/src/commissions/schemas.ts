import * as z from 'zod/mini'
import { multilineText } from '../shared-schemas.ts'

/** The viewer's role in the project or commission. */
export const viewerRole = z.enum(['client', 'creator'])

/** The row version that a command expects to change; an outdated one is refused with 409. */
export const expected = z.int().check(z.gte(0))

export const reasonBody = z.strictObject({ reason: multilineText(2000, 0), expected })
export type ReasonBody = z.infer<typeof reasonBody>

export const expectedBody = z.strictObject({ expected })
export type ExpectedBody = z.infer<typeof expectedBody>
