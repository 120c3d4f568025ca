import { describe, expect, test } from 'vitest'
import { addSkills, briefBodyOf, type BriefForm, emptyBrief, faultsOf, stepOf } from './brief-form.ts'

const form: BriefForm = { ...emptyBrief, title: 'Reading chair', brief: 'Oak, low.', from: '500', to: '1500' }
const codes = (step: Parameters<typeof faultsOf>[0], changed: BriefForm, language = 'en') =>
  Object.fromEntries([...faultsOf(step, changed, language)].map(([field, { code }]) => [field, code]))

describe('the steps of a new project', () => {
  test('a whole brief passes every step', () => {
    for (const step of ['brief', 'budget', 'creator', 'review'] as const) expect(codes(step, form)).toEqual({})
  })
  test('title and brief are wanted together', () => {
    expect(codes('brief', emptyBrief)).toEqual({ title: 'brief.title-missing', brief: 'brief.text-missing' })
  })
  test('a budget is read in the decimals of its currency', () => {
    expect(codes('budget', { ...form, from: '10.5', currency: 'JPY' })).toEqual({
      'budget.from': 'amount.too-many-decimals',
    })
    expect(codes('budget', { ...form, from: '10,5' }, 'de')).toEqual({})
  })
  test('a budget that ends before it begins is refused at its end', () => {
    expect(codes('budget', { ...form, from: '1500', to: '500' })).toEqual({ 'budget.to': 'brief.budget-reversed' })
  })
  test('no budget is a choice, whatever was typed before', () => {
    expect(codes('budget', { ...form, hasBudget: false, from: 'x' })).toEqual({})
    expect(briefBodyOf({ ...form, hasBudget: false }, 'en').budget).toBeNull()
  })
  test('review finds what an earlier step lacks', () => {
    expect(codes('review', { ...form, title: '', to: '' })).toEqual({
      title: 'brief.title-missing',
      'budget.to': 'amount.missing',
    })
  })
  test('a refusal leads to the step of its field', () => {
    expect([stepOf('budget.to'), stepOf('creatorId'), stepOf('brief'), stepOf('skills')]).toEqual([
      'budget',
      'creator',
      'brief',
      'brief',
    ])
  })
  test('the body carries minor units', () => {
    expect(briefBodyOf(form, 'en')).toMatchObject({ budget: { from: 50_000, to: 150_000, currency: 'EUR' } })
  })
  test('skills typed with commas are several, and none twice', () => {
    expect(addSkills(['Blender'], 'unity, blender ,, Avatars')).toEqual(['Blender', 'unity', 'Avatars'])
  })
})
