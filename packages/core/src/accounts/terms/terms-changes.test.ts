import { expect, test } from 'vitest'
import { currentTermsVersion } from './terms.ts'
import { paragraphsChangedSince, termsChanges } from './terms-changes.ts'

test('every version after the first says what it changed', () => {
  const versions = Array.from({ length: currentTermsVersion - 1 }, (_, index) => index + 2)
  expect(termsChanges.map(({ version }) => version)).toEqual(versions)
  expect(termsChanges.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true)
})

test('the difference to a version is what the later ones changed; to the one in force there is none', () => {
  expect(paragraphsChangedSince(currentTermsVersion)).toEqual([])
  expect(paragraphsChangedSince(2).map(({ paragraph }) => paragraph)).toEqual([
    'terms.3',
    'terms.4',
    'terms.9',
    'terms.10',
    'privacy.1',
    'privacy.2',
    'privacy.4',
    'privacy.6',
    'privacy.7',
    'privacy.8',
    'refund.1',
    'refund.2',
    'refund.6',
  ])
  expect(paragraphsChangedSince(1)).toHaveLength(14)
  expect(paragraphsChangedSince(1)[2]).toEqual({ paragraph: 'terms.7', versions: [2] })
})
