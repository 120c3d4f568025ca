import * as z from 'zod/mini'

/** A coordinate in the model space of an original, in metres; a work reaches 100 km, and an eye stands further off. */
export const modelMetres = z.number().check(z.gte(-1_000_000), z.lte(1_000_000))

/** The parts that are not shown, by their names in the original: as many as a work may have. */
export const hiddenParts = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))
