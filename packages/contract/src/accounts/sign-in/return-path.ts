import * as z from 'zod/mini'

/** A path of this app with query and fragment, to go on to. The core's `parseReturnPath` has the last word. */
export const returnPath = z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])[^\s\\]*$/))
