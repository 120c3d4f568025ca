import { checkAcceptanceLimits, assetKinds } from '@veranda/core/assets/acceptance-limits.ts'
import { headsetLevels } from '@veranda/core/assets/headset-rating.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNumberErrors, toLimitsDraft, toLimitsForm, noLimits } from './acceptance-limits-form.ts'

const languages = ['en', 'de', 'fr', 'ar', 'de-CH'] as const
const maybe = (max: number, min = 1) => fc.option(fc.integer({ min, max }))
const anyLimits = fc.record({
  maxTriangles: maybe(5_000_000),
  maxTextureEdge: maybe(8_192),
  maxTextures: maybe(1_000, 0),
  maxBytes: maybe(500 * 1_048_576),
  format: fc.option(fc.constantFrom(...assetKinds)),
  size: fc.option(
    fc
      .record({ x: maybe(1_000_000), y: maybe(1_000_000), z: maybe(1_000_000), tolerance: fc.nat(1_000_000) })
      .filter(({ x, y, z }) => x !== null || y !== null || z !== null),
  ),
  frameRate: fc.option(fc.constantFrom(...headsetLevels)),
})
const freeOf = {
  maxTriangles: null,
  maxTextureEdge: null,
  maxTextures: null,
  format: null,
  size: null,
  frameRate: null,
}

test('an empty form sets no limits', () => {
  expect(toLimitsDraft(noLimits, 'en')).toBeNull()
  expect(toLimitsForm(null, 'en')).toEqual(noLimits)
})

test('any limits shown in the form are parsed back unchanged, in every language', () => {
  fc.assert(
    fc.property(anyLimits, fc.constantFrom(...languages), (limits, language) => {
      const form = toLimitsForm(limits, language)
      const draft = toLimitsDraft(form, language)
      const isNone = Object.values(limits).every((value) => value === null)
      expect(draft).toEqual(isNone ? null : limits)
      if (draft) expect(checkAcceptanceLimits(draft).ok).toBe(true)
      expect(findNumberErrors(form, language)).toEqual([])
    }),
  )
})

test('megabytes whose decimals look like a digit group are parsed back unchanged', () => {
  for (const language of languages) {
    const limits = { ...freeOf, maxBytes: 1_179_648 }
    expect(toLimitsDraft(toLimitsForm(limits, language), language)).toEqual(limits)
  }
})

test('megabytes accept a decimal comma or point', () => {
  const bytes = (megabytes: string, language = 'en') =>
    (toLimitsDraft({ ...noLimits, megabytes }, language)?.maxBytes ?? 0) / 1_048_576
  expect(['1.5', '2,5', '0,125', '٢٫٥', '1 000.5', '20'].map((typed) => bytes(typed))).toEqual([
    1.5, 2.5, 0.125, 2.5, 1000.5, 20,
  ])
  expect([bytes('1.125'), bytes('1,125'), bytes('1.125', 'de'), bytes('1,125', 'de')]).toEqual([
    1.125, 1_125, 1_125, 1.125,
  ])
})

test('numbers are parsed in common notations, and unreadable text is not treated as no limit', () => {
  const read = (maxTriangles: string) => toLimitsDraft({ ...noLimits, maxTriangles }, 'en')?.maxTriangles
  const typed = ['150 000', '150,000', '150.000', "150'000", '1,150,000', '١٥٠', '١٥٠٬٠٠٠', '2.0']
  expect(typed.map(read)).toEqual([150_000, 150_000, 150_000, 150_000, 1_150_000, 150, 150_000, 2])
  for (const wrong of ['many', '1 5', '15 00', '1.5.0', '-3', '1.5', '7,5']) expect(read(wrong)).toBe(-1)
})

test('a fraction in a whole-number field is reported at that field', () => {
  const errors = (form: Partial<typeof noLimits>) => findNumberErrors({ ...noLimits, ...form }, 'en')
  expect(errors({ maxTriangles: '1.5' })).toEqual([['maxTriangles', 'limits.not-whole']])
  expect(errors({ x: '762.5', tolerance: '0,5' })).toEqual([
    ['size.x', 'limits.not-whole'],
    ['size.tolerance', 'limits.not-whole'],
  ])
  expect(errors({ x: '1,762', y: '762.125' })).toEqual([['size.y', 'limits.not-whole']])
  expect(errors({ megabytes: 'much', tolerance: 'x' })).toEqual([['maxBytes', 'limits.unreadable']])
})
