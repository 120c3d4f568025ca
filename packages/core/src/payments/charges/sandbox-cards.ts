import { type Milliseconds, day } from '../../time/instant.ts'

export const cardBehaviours = [
  'succeeds',
  'declined',
  'insufficient-funds',
  'needs-second-factor',
  'settles-late',
  'charges-back',
  'chargeback-won',
  'chargeback-lost',
  'refuses-refunds',
] as const
export type CardBehaviour = (typeof cardBehaviours)[number]

/**
 * A card of the sandbox's payment provider, and what the provider does with it. Times count from the capture, in
 * milliseconds.
 */
export type SandboxCard = {
  readonly token: string
  readonly brand: string
  readonly number: string
  readonly behaviour: CardBehaviour
  readonly initialState: 'captured' | 'failed' | 'needs_confirmation'
  readonly failure: 'declined' | 'insufficient-funds' | null
  readonly settlesAfterMs: Milliseconds
  readonly chargesBackAfterMs: Milliseconds | null
  /** The decision of the bank about the chargeback, and its time; null while it never decides. */
  readonly bankDecides: { readonly outcome: 'won' | 'lost'; readonly afterMs: Milliseconds } | null
  /** Every refund to it fails, as to a card that was closed. */
  readonly refusesRefunds: boolean
}

const defaultBehaviour = {
  brand: 'Visa',
  initialState: 'captured',
  failure: null,
  settlesAfterMs: 2 * day,
  chargesBackAfterMs: null,
  bankDecides: null,
  refusesRefunds: false,
} as const

/** All sandbox cards, in the order of the payment screen. */
export const sandboxCards: readonly SandboxCard[] = [
  { ...defaultBehaviour, token: 'card_succeeds', number: '4242424242424242', behaviour: 'succeeds' },
  {
    ...defaultBehaviour,
    token: 'card_declined',
    number: '4000000000000002',
    behaviour: 'declined',
    initialState: 'failed',
    failure: 'declined',
  },
  {
    ...defaultBehaviour,
    token: 'card_insufficient_funds',
    number: '4000000000009995',
    behaviour: 'insufficient-funds',
    initialState: 'failed',
    failure: 'insufficient-funds',
  },
  {
    ...defaultBehaviour,
    token: 'card_second_factor',
    number: '4000002760003184',
    behaviour: 'needs-second-factor',
    initialState: 'needs_confirmation',
  },
  {
    ...defaultBehaviour,
    token: 'card_settles_late',
    brand: 'Mastercard',
    number: '5555555555554444',
    behaviour: 'settles-late',
    settlesAfterMs: 10 * day,
  },
  {
    ...defaultBehaviour,
    token: 'card_charges_back',
    number: '4000000000000259',
    behaviour: 'charges-back',
    chargesBackAfterMs: 3 * day,
  },
  {
    ...defaultBehaviour,
    token: 'card_chargeback_won',
    number: '4000000000002685',
    behaviour: 'chargeback-won',
    chargesBackAfterMs: 3 * day,
    bankDecides: { outcome: 'won', afterMs: 24 * day },
  },
  {
    ...defaultBehaviour,
    token: 'card_chargeback_lost',
    number: '4000000000001976',
    behaviour: 'chargeback-lost',
    chargesBackAfterMs: 10 * day,
    bankDecides: { outcome: 'lost', afterMs: 24 * day },
  },
  {
    ...defaultBehaviour,
    token: 'card_refuses_refunds',
    number: '4000000000007726',
    behaviour: 'refuses-refunds',
    refusesRefunds: true,
  },
]

/** The second-factor code that every sandbox card accepts. */
export const sandboxCardCode = '123456'

/** Returns the card with this token; undefined when there is none. */
export function findSandboxCard(token: string): SandboxCard | undefined {
  return sandboxCards.find((card) => card.token === token)
}
