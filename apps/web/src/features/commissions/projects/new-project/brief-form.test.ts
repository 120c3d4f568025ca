import { describe, expect, test } from 'vitest'
import {
  addSkills,
  fillFromService,
  stepsOf,
  toOpenProjectBody,
  type BriefForm,
  emptyBrief,
  validateStep,
  stepOfField,
} from './brief-form.ts'

const form: BriefForm = { ...emptyBrief, title: 'Reading chair', brief: 'Oak, low.', from: '500', to: '1500' }
const codes = (step: Parameters<typeof validateStep>[0], changed: BriefForm, language = 'en') =>
  Object.fromEntries([...validateStep(step, changed, language)].map(([field, { code }]) => [field, code]))

describe('a request for a service', () => {
  const service = { title: 'Product model', price: { amount: 90_000, currency: 'USD' }, unit: 'project' } as const

  test('goes from the brief to the review, because the creator and the price are known', () => {
    expect(stepsOf({ serviceId: 's' }, true)).toEqual(['brief', 'review'])
    expect(stepsOf({ serviceId: null }, false)).toEqual(['brief', 'budget', 'creator', 'review'])
  })
  test('of a creator whose page it began on does not ask whom to ask', () => {
    expect(stepsOf({ serviceId: null }, true)).toEqual(['brief', 'budget', 'review'])
  })
  test('fills in title and budget, and nothing that was written', () => {
    const fill = { title: 'Product model', hasBudget: true, from: '900.00', to: '900.00', currency: 'USD' }
    expect(fillFromService(emptyBrief, service, 'en')).toEqual(fill)
    expect(fillFromService(form, service, 'en')).toEqual({})
  })
  test('by the hour leaves the budget open', () => {
    const filled = fillFromService(emptyBrief, { ...service, unit: 'hour' }, 'en')
    expect(filled).toEqual({ title: 'Product model', hasBudget: false })
  })
})

describe('the steps of a new project', () => {
  test('a complete brief passes every step', () => {
    for (const step of ['brief', 'budget', 'creator', 'review'] as const) expect(codes(step, form)).toEqual({})
  })
  test('a missing title and a missing brief are both reported', () => {
    expect(codes('brief', emptyBrief)).toEqual({ title: 'brief.title-missing', brief: 'brief.text-missing' })
  })
  test('a budget is parsed with the decimals of its currency', () => {
    expect(codes('budget', { ...form, from: '10.5', currency: 'JPY' })).toEqual({
      'budget.from': 'amount.too-many-decimals',
    })
    expect(codes('budget', { ...form, from: '10,5' }, 'de')).toEqual({})
  })
  test('a budget whose maximum is below its minimum is refused at the maximum', () => {
    expect(codes('budget', { ...form, from: '1500', to: '500' })).toEqual({ 'budget.to': 'brief.budget-reversed' })
  })
  test('choosing no budget ignores what was typed before', () => {
    expect(codes('budget', { ...form, hasBudget: false, from: 'x' })).toEqual({})
    expect(toOpenProjectBody({ ...form, hasBudget: false }, 'en').budget).toBeNull()
  })
  test('the review step reports errors of earlier steps', () => {
    expect(codes('review', { ...form, title: '', from: '', to: '' })).toEqual({
      title: 'brief.title-missing',
      'budget.from': 'amount.missing',
    })
  })
  test.each([
    { from: '800', to: '' },
    { from: '', to: '800' },
  ])('one amount of %j is the whole budget', (amounts) => {
    expect(codes('budget', { ...form, ...amounts })).toEqual({})
    const budget = { from: 80_000, to: 80_000, currency: 'EUR' }
    expect(toOpenProjectBody({ ...form, ...amounts }, 'en')).toMatchObject({ budget })
  })
  test('a refusal leads to the step of its field', () => {
    expect([stepOfField('budget.to'), stepOfField('creatorId'), stepOfField('brief'), stepOfField('skills')]).toEqual([
      'budget',
      'creator',
      'brief',
      'brief',
    ])
  })
  test('the body carries minor units', () => {
    expect(toOpenProjectBody(form, 'en')).toMatchObject({ budget: { from: 50_000, to: 150_000, currency: 'EUR' } })
  })
  test('skills typed with commas are split, and duplicates are dropped', () => {
    expect(addSkills(['Blender'], 'unity, blender ,, Avatars')).toEqual(['Blender', 'unity', 'Avatars'])
  })
})
