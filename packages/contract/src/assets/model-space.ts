import * as z from 'zod/mini'

/**
 * A coordinate in the model space of a source, in metres. Assets extend up to 100 km, and a camera may be farther away.
 */
export const modelCoordinate = z.number().check(z.gte(-1_000_000), z.lte(1_000_000))

/** Names of the hidden parts in the source; as many as an asset may have. */
export const hiddenPartNames = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))
