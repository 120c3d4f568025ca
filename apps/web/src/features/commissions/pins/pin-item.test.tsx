import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { idOf, kenji, now } from '../../../lib/testing/samples.ts'
import { samplePin, sampleVersion } from '../testing/sample-project.ts'
import { PinItem } from './pin-item.tsx'
import { PinThread } from './pin-thread.tsx'
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

test('a change request is a draft until it is sent with a round', () => {
  const review = { opened: undefined } as PinReview
  const item = (number: number, round: number | null) => {
    const pin = samplePin(number, { kind: 'change', round, requestMessageId: samplePin(number).messages[0]?.id ?? '' })
    return <PinItem pin={pin} version={sampleVersion()} review={review} />
  }
  render(
    <ul>
      {item(1, null)}
      {item(2, 1)}
    </ul>,
  )
  const [draft, sent] = screen.getAllByRole('listitem')
  expect(draft?.textContent).toContain('Change not requested yet')
  expect(sent?.textContent).toContain('Sent with round 1')
  expect(sent?.textContent).not.toMatch(/requested/)
})

test.each([
  [null, 'This change isn’t sent yet.'],
  [1, 'This is the requested change.'],
])('the thread says of the message that asks for the change, in round %s: %s', (round, text) => {
  const [first] = samplePin(1).messages
  if (!first) throw new Error('the pin has no message')
  const later = { ...first, id: idOf('9', 2), text: 'Raise it by 12 mm' }
  const pin = samplePin(1, { kind: 'change', round, requestMessageId: later.id, messages: [first, later] })
  const review = { thread: { busy: false } } as PinReview
  render(<PinThread pin={pin} versionId={undefined} review={review} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.includes(text))).toEqual([false, true])
})
