import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { kenji, now } from '../../../lib/testing/samples.ts'
import { samplePin, sampleVersion } from '../testing/sample-project.ts'
import { PinItem } from './pin-item.tsx'
import { type PinReview } from './use-pin-review.ts'

beforeAll(() => loadTranslations('commissions/pins', 'common'))
afterEach(cleanup)

test('a closed pin names who closed it and when, and an open one nobody', () => {
  // A folded pin only asks whether it is the open one.
  const review = { opened: undefined } as PinReview
  const [closed, open] = [samplePin(1, { state: 'fixed', closed: { by: kenji, at: now } }), samplePin(2)]
  const item = (pin: typeof closed) => <PinItem pin={pin} version={sampleVersion()} review={review} />
  render(
    <ul>
      {item(closed)}
      {item(open)}
    </ul>,
  )
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/FixedClosed by Kenji Mori, \S/)
  expect(second?.textContent).not.toContain('Closed by')
})
