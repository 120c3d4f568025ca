import { type Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { expect, test } from 'vitest'
import { countDifferences, diffOffers } from './offer-diff.ts'

const sketch = { title: 'Sketch', description: '', amount: 40_000, dueAt: '2026-12-01T22:59:00.000Z' }
const model = { title: 'Model', description: 'With materials', amount: 100_000, dueAt: '2026-12-20T22:59:00.000Z' }
const content: Offer = {
  scope: 'A reading chair',
  rights: 'full',
  currency: 'EUR',
  milestones: [sketch, model],
  reviewRounds: 2,
  reviewWindowDays: 14,
}

test('two equal versions have no differences', () => {
  const changes = diffOffers(content, structuredClone(content))
  expect(changes).toEqual({ milestones: [] })
  expect(countDifferences(changes)).toBe(0)
})

test('each changed term is listed with both values', () => {
  const after: Offer = { ...content, rights: 'exclusive-licence', reviewRounds: 3, scope: 'A low chair' }
  const changes = diffOffers(content, after)
  expect(changes.rights).toEqual({ before: 'full', after: 'exclusive-licence' })
  expect(changes.reviewRounds).toEqual({ before: 2, after: 3 })
  expect(changes.scope).toEqual({ before: 'A reading chair', after: 'A low chair' })
  expect(countDifferences(changes)).toBe(3)
})

test('the number of changes is that of the lines', () => {
  const after: Offer = {
    ...content,
    milestones: [{ ...sketch, amount: sketch.amount + 100, description: 'Two drawings' }],
  }
  const changes = diffOffers(content, after)
  // The price, two terms of the first milestone, and the second one, which was removed.
  expect(countDifferences(changes)).toBe(4)
})

test('a moved milestone is matched by its title', () => {
  expect(diffOffers(content, { ...content, milestones: [model, sketch] }).milestones).toEqual([])
})

test('a milestone with a lower price and later date is a change, and the total price follows', () => {
  const cheaper = { ...model, amount: 90_000, dueAt: '2026-12-24T22:59:00.000Z' }
  const changes = diffOffers(content, { ...content, milestones: [sketch, cheaper] })
  expect(changes.milestones).toEqual([
    { kind: 'changed', number: 2, before: model, after: cheaper, fields: ['amount', 'dueAt'] },
  ])
  expect(changes.price).toEqual({ before: 140_000, after: 130_000 })
})

test('a new title in the same position is a change, not a removal and an addition', () => {
  const renamed = { ...sketch, title: 'Rough sketch' }
  expect(diffOffers(content, { ...content, milestones: [renamed, model] }).milestones).toEqual([
    { kind: 'changed', number: 1, before: sketch, after: renamed, fields: ['title'] },
  ])
})

test('added and removed milestones are distinguished', () => {
  const extra = { ...sketch, title: 'Delivery' }
  expect(diffOffers(content, { ...content, milestones: [sketch, model, extra] }).milestones).toEqual([
    { kind: 'added', number: 3, after: extra },
  ])
  expect(diffOffers(content, { ...content, milestones: [model] }).milestones).toEqual([
    { kind: 'removed', number: 1, before: sketch },
  ])
})
