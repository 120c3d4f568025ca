import { type Milliseconds, day } from '../time/instant.ts'

export const cardBehaviours = [
  'succeeds',
  'declined',
  'insufficient-funds',
  'needs-second-factor',
  'settles-late',
  'charges-back',
] as const
export type CardBehaviour = (typeof cardBehaviours)[number]

/** A card of the sandbox's payment provider, and what the provider does with it. Times count from the capture. */
export type TestCard = {
  readonly token: string
  readonly brand: string
  readonly number: string
  readonly behaviour: CardBehaviour
  readonly first: 'captured' | 'failed' | 'needs_confirmation'
  readonly failure: 'declined' | 'insufficient-funds' | null
  readonly settlesAfter: Milliseconds
  readonly chargesBackAfter: Milliseconds | null
}

const usual = {
  brand: 'Visa',
  first: 'captured',
  failure: null,
  settlesAfter: 2 * day,
  chargesBackAfter: null,
} as const

/** All the cards there are in the sandbox, as they are listed on the payment screen. */
export const testCards: readonly TestCard[] = [
  { ...usual, token: 'card_succeeds', number: '4242424242424242', behaviour: 'succeeds' },
  {
    ...usual,
    token: 'card_declined',
    number: '4000000000000002',
    behaviour: 'declined',
    first: 'failed',
    failure: 'declined',
  },
  {
    ...usual,
    token: 'card_insufficient_funds',
    number: '4000000000009995',
    behaviour: 'insufficient-funds',
    first: 'failed',
    failure: 'insufficient-funds',
  },
  {
    ...usual,
    token: 'card_second_factor',
    number: '4000002760003184',
    behaviour: 'needs-second-factor',
    first: 'needs_confirmation',
  },
  {
    ...usual,
    token: 'card_settles_late',
    brand: 'Mastercard',
    number: '5555555555554444',
    behaviour: 'settles-late',
    settlesAfter: 10 * day,
  },
  {
    ...usual,
    token: 'card_charges_back',
    number: '4000000000000259',
    behaviour: 'charges-back',
    chargesBackAfter: 3 * day,
  },
]

/** The code that every second factor of the sandbox wants. */
export const secondFactorCode = '123456'

/** The card behind a token; undefined when there is none. */
export function testCard(token: string): TestCard | undefined {
  return testCards.find((card) => card.token === token)
}
