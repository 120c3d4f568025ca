import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { type Review, type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { ReviewPairCard } from './review-pair.tsx'

beforeAll(() => loadTranslations('reviews', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const commissionId = '0199c1a0-0000-7000-8000-b00000000001'
const user = (last: number, name: string) => ({ id: `0199c1a0-0000-7000-8000-00000000000${last}`, name, avatar: null })
const pair: Extract<ReviewPair, { state: 'open' }> = {
  commissionId,
  state: 'open',
  closesAt: '2026-12-07T10:00:00.000Z',
  mine: null,
  theirs: null,
  theirsWritten: false,
  actions: [],
}
const review: Review = {
  id: '0199c1a0-0000-7000-8000-c00000000001',
  by: user(1, 'Kenji Mori'),
  about: user(2, 'Maya Torres'),
  stars: 5,
  text: 'Clear brief',
  answer: null,
  at: '2026-11-23T10:00:00.000Z',
  actions: [],
}

/** The same pair once both reviews are written. */
const published = { ...pair, state: 'published' as const, mine: review, theirs: review, theirsWritten: null }

function open(shown: ReviewPair) {
  contractServer().reply(readReviews, shown)
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <ReviewPairCard commissionId={commissionId} other={{ name: 'Kenji Mori' }} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test('the form is shown with the action to write, and not without it, even while the window is open', async () => {
  open({ ...pair, actions: ['write'] })
  expect(await screen.findByRole('button', { name: 'Send review' })).toBeTruthy()
  cleanup()
  queryCache.clear()
  open({ ...pair, actions: [] })
  expect(await screen.findByText('The time to write a review has passed.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a review is answered with the action, and not without it, even while it has no answer', async () => {
  open({ ...published, mine: null, theirs: { ...review, actions: ['answer'] } })
  expect(await screen.findByRole('button', { name: 'Reply publicly' })).toBeTruthy()
  cleanup()
  queryCache.clear()
  open({ ...published, mine: null })
  expect(await screen.findByText('Clear brief')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reply publicly' })).toBeNull()
})

test.each<[string, ReviewPair]>([
  ['Kenji Mori hasn’t written a review yet.', pair],
  ['Kenji Mori has written a review.', { ...pair, theirsWritten: true }],
  ['Kenji Mori didn’t write a review.', { ...published, theirs: null }],
])('the missing review of the other side is named: %s', async (text, shown) => {
  open(shown)
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
})
