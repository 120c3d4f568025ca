import { listNoShows } from '@veranda/contract/bookings/routes.ts'
import { type NoShowPage } from '@veranda/contract/bookings/schemas.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { NoShowList } from './no-show-list.tsx'
import { sampleBooking } from '../testing/sample-bookings.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { renderInApp } from '../testing/render.tsx'

beforeAll(() => loadTranslations('bookings', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('an admin sees no-shows and sessions that failed on our side apart', async () => {
  const { id, client, creator, startsAt, endsAt, cost } = sampleBooking()
  const one = { client, creator, startsAt, endsAt, price: cost?.price ?? null, overturnableUntil: endsAt }
  const items: NoShowPage['items'] = [
    { ...one, id, title: 'Failed', state: 'completed' },
    { ...one, id: client.id, title: 'Missed', state: 'no_show_both' },
  ]
  contractServer().reply(listNoShows, { items, next: null })
  renderInApp(<NoShowList />)
  const [failed, noShow] = await screen.findAllByRole('listitem')
  expect(failed?.textContent).toContain('Failed on our side')
  expect(noShow?.textContent).not.toContain('Failed on our side')
})
