import { cleanup, render, screen, within } from '@testing-library/react'
import { type LookChange, type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { CompareTable } from './compare-table.tsx'

beforeAll(() => loadTranslations('viewer', 'common'))
afterEach(cleanup)

const none = { offset: null, mean: 0, at: null, distances: null, previousDistances: null }
const part = (name: string, change: PartDifference['change'], largest = 0, look: LookChange | null = null) =>
  ({ ...none, name, change, largest, look }) satisfies PartDifference
const moss: LookChange = { color: { before: '#b98a5a', after: '#335522' }, hasOtherMaterial: false }
const polished: LookChange = { color: null, hasOtherMaterial: true }
const printed: LookChange = { color: { before: null, after: '#ffffff' }, hasOtherMaterial: true }

function showChanges(...changes: readonly PartDifference[]) {
  const previous = { id: 'v1', label: 'Version 1', assetId: 'a', url: '/v1' }
  const rest = { label: 'Version 2', tolerance: 0.0001, onHighlightPart: () => undefined }
  render(<CompareTable previous={previous} changes={changes} {...rest} />)
}

const rowOf = (name: RegExp) => within(screen.getByRole('row', { name }))

test('another colour or material is listed with its part and counts in the sentence above the list', () => {
  showChanges(
    part('Top rail', 'moved', 0.012, polished),
    part('Bottom rail', 'moved', 0.004),
    part('Seat', 'same', 0, moss),
    part('Screen', 'same', 0, printed),
    part('Leg', 'same'),
  )
  const sentence = '2 parts moved, 2 parts have another colour, and 2 parts have another material.'
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.getByText('1 other part is as it was.')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(5)
  expect(rowOf(/Seat/).getByText('Colour changed')).toBeTruthy()
  expect(rowOf(/Seat/).getByRole('img', { name: 'From #b98a5a to #335522' })).toBeTruthy()
  expect(rowOf(/Seat/).queryByText(/mm/)).toBeNull()
  expect(rowOf(/Top rail/).getByText('Material changed')).toBeTruthy()
  expect(rowOf(/Top rail/).getByText(/12\.0 mm/)).toBeTruthy()
  expect(rowOf(/Screen/).getByText('Colour changed')).toBeTruthy()
  // A picture has no colour to show.
  expect(rowOf(/Screen/).queryByRole('img')).toBeNull()
})

test('only versions that differ in nothing are said to', () => {
  const nothing = 'Every part is where it was, to within 0.1 mm, and looks as it did.'
  showChanges(part('Seat', 'same', 0, moss))
  expect(screen.queryByText(nothing)).toBeNull()
  expect(screen.getByText('1 part has another colour.')).toBeTruthy()
  cleanup()
  showChanges(part('Seat', 'same'))
  expect(screen.getByText(nothing)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
