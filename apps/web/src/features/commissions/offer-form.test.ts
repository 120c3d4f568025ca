import { expect, test } from 'vitest'
import { noLimits } from './limits-form.ts'
import { emptyMilestone, feesOf, formOf, type OfferForm, readOffer } from './offer-form.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const form: OfferForm = {
  scope: 'A reading chair',
  rights: 'full',
  currency: 'EUR',
  milestones: [
    { key: 'a', title: 'Sketch', description: '', amount: '400', due: '2026-12-01' },
    { key: 'b', title: 'Model', description: 'With materials', amount: '1,000.00', due: '2026-12-20' },
  ],
  reviewRounds: 2,
  reviewWindowDays: 14,
}
const faultsOf = (changed: OfferForm) => {
  const read = readOffer(changed, 'en', now)
  return read.ok ? {} : Object.fromEntries([...read.faults].map(([field, { code }]) => [field, code]))
}

test('a sound form becomes the content that the contract wants', () => {
  const read = readOffer(form, 'en', now)
  expect(read).toMatchObject({ ok: true, content: { milestones: [{ amount: 40_000 }, { amount: 100_000 }] } })
})

test('a content comes back the same from its form', () => {
  const read = readOffer(form, 'de', now)
  if (!read.ok) throw new Error('sound')
  for (const language of ['en', 'de', 'ar']) {
    expect(readOffer(formOf(read.content, language), language, now)).toEqual(read)
  }
})

test('what a version has to keep comes back from its form too, and its faults are named', () => {
  const [first, second] = form.milestones
  if (!first || !second) throw new Error('two milestones')
  const limited = (maxTriangles: string): OfferForm => ({
    ...form,
    milestones: [first, { ...second, limits: { ...noLimits, maxTriangles, y: '762', frameRate: 'green' } }],
  })
  const read = readOffer(limited('150,000'), 'en', now)
  if (!read.ok) throw new Error('sound')
  expect(read.content.milestones[0]).not.toHaveProperty('limits')
  expect(read.content.milestones[1]?.limits).toMatchObject({
    maxTriangles: 150_000,
    size: { x: null, y: 762, z: null, tolerance: 5 },
    frameRate: 'green',
  })
  expect(readOffer(formOf(read.content, 'en'), 'en', now)).toEqual(read)
  expect(faultsOf(limited('lots'))).toEqual({ 'milestones.1.limits.maxTriangles': 'limits.unreadable' })
})

test('a fraction where only whole numbers count, and a file that is too heavy, are said at their field', () => {
  const [first] = form.milestones
  if (!first) throw new Error('a milestone')
  const limited = (limits: Partial<typeof noLimits>) =>
    faultsOf({ ...form, milestones: [{ ...first, limits: { ...noLimits, ...limits } }] })
  expect(limited({ maxTextures: '1.5', x: '762.5', y: '800' })).toEqual({
    'milestones.0.limits.maxTextures': 'limits.not-whole',
    'milestones.0.limits.size.x': 'limits.not-whole',
  })
  expect(limited({ megabytes: '500.5' })).toEqual({ 'milestones.0.limits.maxBytes': 'limits.too-heavy' })
  expect(limited({ megabytes: '1.5' })).toEqual({})
})

test('every field at fault is named at once', () => {
  expect(
    faultsOf({
      ...form,
      scope: ' ',
      reviewWindowDays: 2,
      milestones: [
        { key: 'a', title: '', description: '', amount: 'much', due: '2026-11-01' },
        { key: 'b', title: 'Model', description: '', amount: '0', due: '' },
      ],
    }),
  ).toMatchObject({
    scope: 'offer.scope-missing',
    'milestones.0.title': 'offer.title-missing',
    'milestones.0.amount': 'amount.unreadable',
    'milestones.0.dueAt': 'offer.due-in-past',
    'milestones.1.amount': 'offer.amount-not-positive',
    'milestones.1.dueAt': 'due.missing',
  })
})

test('milestones that are due before the ones ahead of them are refused', () => {
  const [first, second] = form.milestones
  if (!first || !second) throw new Error('two')
  expect(faultsOf({ ...form, milestones: [second, first] })).toEqual({ 'milestones.1.dueAt': 'offer.due-out-of-order' })
})

test('an offer needs a milestone', () => {
  expect(faultsOf({ ...form, milestones: [] })).toEqual({ milestones: 'offer.no-milestones' })
})

test('the fees follow what is typed, and an unreadable amount counts as nothing', () => {
  const unread = emptyMilestone('c', now)
  const fees = feesOf({ ...form, milestones: [...form.milestones, { ...unread, amount: 'x' }] }, 'en')
  expect(fees.price.amount).toBe(140_000)
  expect(fees.clientPays.amount).toBe(147_000)
  expect(fees.creatorReceives.amount).toBe(126_000)
})
