import * as z from 'zod/mini'

/** The version that the user has read, which has to be the one in force. */
export const agreeToTermsBody = z.strictObject({ version: z.int() })
export type AgreeToTermsBody = z.infer<typeof agreeToTermsBody>
