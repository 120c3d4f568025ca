import { type MissedPage } from '@veranda/contract/bookings/schemas.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { loadWords } from '../../lib/words.ts'
import { MissedList } from './missed-list.tsx'
import { sampleBooking } from './samples.ts'
import { show, stubServer } from './testing.tsx'

beforeAll(() => loadWords('bookings', 'common', 'errors'))
afterEach(() => {
  cleanup()
  cache.clear()
  vi.unstubAllGlobals()
})

test('an operator sees apart what people missed and what failed on our side', async () => {
  const { id, client, creator, startsAt, endsAt, price } = sampleBooking()
  const one = { client, creator, startsAt, endsAt, price, until: endsAt }
  const items: MissedPage['items'] = [
    { ...one, id, title: 'Failed', state: 'completed' },
    { ...one, id: client.id, title: 'Missed', state: 'no_show_both' },
  ]
  stubServer({ 'GET /operator/missed-bookings': { items, next: null } })
  show(<MissedList />)
  const [failed, missed] = await screen.findAllByRole('listitem')
  expect(failed?.textContent).toContain('Failed on our side')
  expect(missed?.textContent).not.toContain('Failed on our side')
})
