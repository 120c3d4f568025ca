import { type Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { expect, test } from 'vitest'
import { countDifferences, diffOffers } from '../offers/offer-diff.ts'
import { sampleCommission, sampleMilestone, sampleOffer } from '../testing/sample-project.ts'
import {
  type ChangedMilestoneForm,
  type ChangeOrderForm,
  contentOf,
  feesOf,
  parseChangeOrderForm,
  paysLaterOf,
  toChangeOrderForm,
  withDropped,
  withNewMilestone,
} from './change-order-form.ts'

const now = Date.parse('2026-11-20T10:00:00.000Z')
const offer = sampleOffer(1)
const milestone = (number: number, more: Partial<Parameters<typeof sampleMilestone>[0]> = {}) =>
  sampleMilestone({ id: `00000000-0000-7000-8000-00000000000${number}`, number, title: `Part ${number}`, ...more })
const commission = sampleCommission({
  offers: [offer],
  currentOfferId: offer.id,
  acceptedOfferId: offer.id,
  milestones: [
    milestone(1, { state: 'released', actions: [] }),
    milestone(2, { state: 'submitted' }),
    milestone(3, { state: 'cancelled' }),
    milestone(4, { state: 'awaiting_funding' }),
  ],
})
const first = toChangeOrderForm(commission, undefined, 'en')
const parse = (form: ChangeOrderForm) => parseChangeOrderForm(form, commission, 'en', now)
const parsed = (form: ChangeOrderForm) => {
  const result = parse(form)
  if (!result.ok) throw new Error([...result.errors.keys()].join())
  return result.value
}
const changing = (number: number, change: Partial<ChangedMilestoneForm>): ChangeOrderForm => ({
  ...first,
  milestones: first.milestones.map((one) => (one.number === number ? { ...one, ...change } : one)),
})

test('it begins with what can change of the contract in force, and changes nothing', () => {
  expect(first.milestones.map(({ number, kind }) => [number, kind])).toEqual([
    [2, 'review'],
    [4, 'free'],
  ])
  const { before, after, origins } = parsed(first)
  expect(before).toEqual(contentOf(commission))
  expect(countDifferences(diffOffers(before, after, origins))).toBe(0)
})

test('a dropped and a new milestone are no change of another, and new ones are numbered after all', () => {
  const four = first.milestones.find(({ number }) => number === 4)?.key ?? ''
  const dropped = { ...first, milestones: withDropped(first, commission, four) }
  const milestones = withNewMilestone(dropped, commission, 'new', now).map((one) =>
    one.key === 'new' ? { ...one, title: 'Garden', amount: '200' } : one,
  )
  expect(milestones.at(-1)?.number).toBe(5)
  const value = parsed({ ...dropped, milestones })
  expect(value.origins).toEqual([0, 1, null])
  expect(value.body.dropped).toEqual([{ milestoneId: four, version: commission.milestones[3]?.version }])
  const changes = diffOffers(value.before, value.after, value.origins).milestones
  expect(changes.map(({ kind }) => kind)).toEqual(['added', 'removed'])
  // 5 % on 200.00.
  expect(paysLaterOf(value, commission, currentRates).amount).toBe(21_000)
})

test('review rounds of one milestone are a change of that milestone', () => {
  const { before, after, origins } = parsed(changing(2, { reviewRounds: 7 }))
  expect(diffOffers(before, after, origins).milestones).toMatchObject([
    { kind: 'changed', number: 2, fields: ['reviewRounds'], after: { reviewRounds: 7 } },
  ])
})

test('every wrong field has its error, by its place among what is sent', () => {
  const result = parse({ ...changing(4, { title: ' ', amount: 'x', due: '2020-01-01' }), scope: ' ' })
  expect(result.ok ? [] : [...result.errors.keys()].toSorted()).toEqual([
    'milestones.1.amount',
    'milestones.1.dueAt',
    'milestones.1.title',
    'scope',
  ])
})

test('the sums are those of the server', () => {
  const content: Offer = {
    ...offer.content,
    milestones: offer.content.milestones.map((one) => ({ ...one, amount: 66_667 })),
  }
  const { clientPays, price } = feesOf(content)
  const count = content.milestones.length
  expect([price.amount, clientPays.amount]).toEqual([66_667 * count, 70_000 * count])
})
