import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { sampleVersion } from '../testing/sample-project.ts'
import { PinPanel } from './pin-panel.tsx'
import { type PinReview } from './use-pin-review.ts'

beforeAll(() => loadTranslations('commissions/pins', 'common'))
afterEach(cleanup)

test('without pins the panel says how to set one, to those who may', () => {
  const show = (canPin: boolean) => {
    // What an empty panel reads.
    const review = { pins: [], read: { data: { items: [] } }, canPin } as unknown as PinReview
    render(<PinPanel version={sampleVersion()} review={review} />)
  }
  show(true)
  expect(screen.getByText(/^Choose Pin in the model’s tools/)).toBeTruthy()
  cleanup()
  show(false)
  expect(screen.getByText('No pins yet')).toBeTruthy()
  expect(screen.queryByText(/^Choose Pin/)).toBeNull()
})
