import { firstCreators } from './creators-first.ts'
import { secondCreators } from './creators-second.ts'

/** The twenty-four creators of the demo world. The first one is who the tour starts with. */
export const creators = [...firstCreators, ...secondCreators]
export type CreatorKey = (typeof creators)[number]['key']
