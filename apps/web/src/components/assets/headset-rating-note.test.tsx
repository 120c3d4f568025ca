import { cleanup, render, screen, within } from '@testing-library/react'
import { type HeadsetRating } from '@veranda/contract/assets/schemas.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { HeadsetRatingNote } from './headset-rating-note.tsx'

beforeAll(() => loadTranslations('assets'))
afterEach(cleanup)

test('what makes a model heavy is said in a line each, with the parts that cause it', () => {
  const rating: HeadsetRating = {
    level: 'red',
    reasons: [
      { what: 'triangles', value: 600_000, green: 150_000, amber: 500_000 },
      {
        what: 'transmission',
        value: 2,
        green: 0,
        amber: 6,
        parts: [
          { name: 'Bottle', value: 1 },
          { name: 'Lens', value: 1 },
        ],
      },
    ],
    costs: [],
  }
  render(<HeadsetRatingNote name="lamp.glb" rating={rating} />)
  const list = screen.getByRole('list', { name: 'What headsets find heavy in lamp.glb' })
  const lines = within(list).getAllByRole('listitem')
  expect(lines.map(({ textContent, dataset }) => [dataset['level'], textContent])).toEqual([
    ['red', '600,000 triangles, smooth up to 150,000'],
    [
      'amber',
      '2 surfaces let light through, so everything behind them is drawn again for each eyeMost in Bottle and Lens',
    ],
  ])
})

test('a model that is smooth everywhere has nothing to explain', () => {
  render(<HeadsetRatingNote name="chair.glb" rating={{ level: 'green', reasons: [], costs: [] }} />)
  expect(screen.getByText('Smooth on every headset')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
