import { type OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'
import { expect, test } from 'vitest'
import { countChanges, offerChanges } from './offer-changes.ts'

const sketch = { title: 'Sketch', description: '', amount: 40_000, dueAt: '2026-12-01T22:59:00.000Z' }
const model = { title: 'Model', description: 'With materials', amount: 100_000, dueAt: '2026-12-20T22:59:00.000Z' }
const content: OfferContent = {
  scope: 'A reading chair',
  rights: 'full',
  currency: 'EUR',
  milestones: [sketch, model],
  reviewRounds: 2,
  reviewWindowDays: 14,
}

test('two versions that say the same have no changes', () => {
  const changes = offerChanges(content, structuredClone(content))
  expect(changes).toEqual({ milestones: [] })
  expect(countChanges(changes)).toBe(0)
})

test('each changed term is named with both of its values', () => {
  const after: OfferContent = { ...content, rights: 'exclusive-licence', reviewRounds: 3, scope: 'A low chair' }
  const changes = offerChanges(content, after)
  expect(changes.rights).toEqual({ before: 'full', after: 'exclusive-licence' })
  expect(changes.reviewRounds).toEqual({ before: 2, after: 3 })
  expect(changes.scope).toEqual({ before: 'A reading chair', after: 'A low chair' })
  expect(countChanges(changes)).toBe(3)
})

test('a milestone that moved keeps its identity by its title', () => {
  expect(offerChanges(content, { ...content, milestones: [model, sketch] }).milestones).toEqual([])
})

test('a cheaper, later milestone says so, and the price follows', () => {
  const cheaper = { ...model, amount: 90_000, dueAt: '2026-12-24T22:59:00.000Z' }
  const changes = offerChanges(content, { ...content, milestones: [sketch, cheaper] })
  expect(changes.milestones).toEqual([
    { kind: 'changed', number: 2, before: model, after: cheaper, fields: ['amount', 'dueAt'] },
  ])
  expect(changes.price).toEqual({ before: 140_000, after: 130_000 })
})

test('a new title in the place of an old one is a change, not one gone and one new', () => {
  const renamed = { ...sketch, title: 'Rough sketch' }
  expect(offerChanges(content, { ...content, milestones: [renamed, model] }).milestones).toEqual([
    { kind: 'changed', number: 1, before: sketch, after: renamed, fields: ['title'] },
  ])
})

test('milestones added and removed are told apart', () => {
  const extra = { ...sketch, title: 'Delivery' }
  expect(offerChanges(content, { ...content, milestones: [sketch, model, extra] }).milestones).toEqual([
    { kind: 'added', number: 3, after: extra },
  ])
  expect(offerChanges(content, { ...content, milestones: [model] }).milestones).toEqual([
    { kind: 'removed', number: 1, before: sketch },
  ])
})
