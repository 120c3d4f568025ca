import { type CreatorCard } from '@veranda/contract/talent/schemas.ts'
import { kenji } from '../../../lib/testing/samples.ts'

/** Returns the card of a creator who takes requests, by default Kenji's. */
export function sampleCreatorCard(more: Partial<CreatorCard> = {}): CreatorCard {
  return {
    ...kenji,
    headline: 'Stages and sets',
    skills: ['Lighting'],
    languages: ['en'],
    timeZone: 'Asia/Tokyo',
    priceFrom: null,
    priceUnit: null,
    rating: { average: null, count: 0 },
    images: [],
    accepting: 'open',
    actions: ['request'],
    ...more,
  }
}
