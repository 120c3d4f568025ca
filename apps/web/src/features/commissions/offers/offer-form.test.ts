import { expect, test } from 'vitest'
import { noLimits } from './acceptance-limits-form.ts'
import { emptyMilestone, firstOffer, previewFees, toOfferForm, type OfferForm, parseOfferForm } from './offer-form.ts'

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
const errorsOf = (changed: OfferForm) => {
  const read = parseOfferForm(changed, 'en', now)
  return read.ok ? {} : Object.fromEntries([...read.errors].map(([field, { code }]) => [field, code]))
}

test('a valid form becomes the content of the contract', () => {
  const read = parseOfferForm(form, 'en', now)
  expect(read).toMatchObject({ ok: true, content: { milestones: [{ amount: 40_000 }, { amount: 100_000 }] } })
})

test('the first offer begins with the service that was requested: its price, scope, delivery time and review rounds', () => {
  const description = 'With two review rounds'
  const terms = { deliveryDays: 10, reviewRounds: 0 }
  const service = { title: 'Product model', description, price: { amount: 90_000, currency: 'USD' }, ...terms }
  const { milestones, scope, reviewRounds } = firstOffer('EUR', { ...service, unit: 'project' }, now, 'en')
  const [milestone] = milestones
  expect(scope).toBe('With two review rounds')
  expect(reviewRounds).toBe(0)
  // Of packages that say nothing about them, and of those requested before packages could.
  for (const unsaid of [{ reviewRounds: null }, {}]) {
    const { title, price } = service
    const older = { title, price, unit: 'project' as const, deliveryDays: 10, ...unsaid }
    expect(firstOffer('EUR', older, now, 'en').reviewRounds).toBe(2)
  }
  expect(milestone).toMatchObject({ title: 'Product model', amount: '900.00', due: '2026-12-01' })
  expect(firstOffer('EUR', { ...service, unit: 'project' }, now, 'en').currency).toBe('USD')
  expect(firstOffer('EUR', { ...service, unit: 'hour' }, now, 'en').milestones[0]?.amount).toBe('')
  expect(firstOffer('EUR', null, now, 'en')).toMatchObject({ currency: 'EUR', milestones: [{ title: '', amount: '' }] })
})

test('content survives the round trip through the form', () => {
  const read = parseOfferForm(form, 'de', now)
  if (!read.ok) throw new Error('expected a valid form')
  for (const language of ['en', 'de', 'ar']) {
    expect(parseOfferForm(toOfferForm(read.content, language), language, now)).toEqual(read)
  }
})

test('acceptance limits survive the round trip through the form, and their errors are reported', () => {
  const [first, second] = form.milestones
  if (!first || !second) throw new Error('expected two milestones')
  const limited = (maxTriangles: string): OfferForm => ({
    ...form,
    milestones: [first, { ...second, limits: { ...noLimits, maxTriangles, y: '762', frameRate: 'green' } }],
  })
  const read = parseOfferForm(limited('150,000'), 'en', now)
  if (!read.ok) throw new Error('expected a valid form')
  expect(read.content.milestones[0]).not.toHaveProperty('limits')
  expect(read.content.milestones[1]?.limits).toMatchObject({
    maxTriangles: 150_000,
    size: { x: null, y: 762, z: null, tolerance: 5 },
    frameRate: 'green',
  })
  expect(parseOfferForm(toOfferForm(read.content, 'en'), 'en', now)).toEqual(read)
  expect(errorsOf(limited('lots'))).toEqual({ 'milestones.1.limits.maxTriangles': 'limits.unreadable' })
})

test('a fraction in a whole-number field and a file size that is too large are reported at their fields', () => {
  const [first] = form.milestones
  if (!first) throw new Error('expected a milestone')
  const limited = (limits: Partial<typeof noLimits>) =>
    errorsOf({ ...form, milestones: [{ ...first, limits: { ...noLimits, ...limits } }] })
  expect(limited({ maxTextures: '1.5', x: '762.5', y: '800' })).toEqual({
    'milestones.0.limits.maxTextures': 'limits.not-whole',
    'milestones.0.limits.size.x': 'limits.not-whole',
  })
  expect(limited({ megabytes: '500.5' })).toEqual({ 'milestones.0.limits.maxBytes': 'limits.too-heavy' })
  expect(limited({ megabytes: '1.5' })).toEqual({})
})

test('all invalid fields are reported at once', () => {
  expect(
    errorsOf({
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

test('milestones due before earlier ones are refused', () => {
  const [first, second] = form.milestones
  if (!first || !second) throw new Error('expected two milestones')
  expect(errorsOf({ ...form, milestones: [second, first] })).toEqual({ 'milestones.1.dueAt': 'offer.due-out-of-order' })
})

test('an offer needs a milestone', () => {
  expect(errorsOf({ ...form, milestones: [] })).toEqual({ milestones: 'offer.no-milestones' })
})

test('the fees follow the input, and an unreadable amount counts as 0', () => {
  const unread = emptyMilestone('c', now)
  const fees = previewFees({ ...form, milestones: [...form.milestones, { ...unread, amount: 'x' }] }, 'en')
  expect(fees.price.amount).toBe(140_000)
  expect(fees.clientPays.amount).toBe(147_000)
  expect(fees.creatorReceives.amount).toBe(126_000)
})
