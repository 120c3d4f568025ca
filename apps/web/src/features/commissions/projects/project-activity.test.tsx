import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { type Activity } from '@veranda/contract/commissions/projects/schemas.ts'
import { listActivity } from '@veranda/contract/commissions/routes.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf, kenji, maya } from '../../../lib/testing/samples.ts'
import { ProjectActivity } from './project-activity.tsx'

const client = { id: maya.id, name: maya.name, avatar: null }
let number = 0
/** Returns an entry about the first milestone at this time of 23 November 2026. */
function entry(name: string, by: Activity['by'], time: string, params: Activity['params'] = {}): Activity {
  number += 1
  const facts = { title: 'Chair', client: 'Maya Torres', creator: 'Kenji Mori', ...params }
  return { id: String(number), name, by, params: facts, milestoneId: idOf('c'), at: `2026-11-23T${time}:00.000Z` }
}

/** Returns the sentences that are shown for these entries, latest first. */
async function sentencesOf(items: Activity[]): Promise<(string | undefined)[]> {
  contractServer().reply(listActivity, { items, next: null })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <MemoryRouter>
          <Suspense>
            <ProjectActivity projectId={idOf('a')} />
          </Suspense>
        </MemoryRouter>
      </LabelsProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('region')
  return screen.getAllByRole('listitem').map((one) => within(one).getByRole('link').textContent)
}

beforeAll(() => loadTranslations('commissions', 'commissions/activity', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('each entry is a sentence with who, which version and how much of which currency', async () => {
  const money = { currency: 'EUR', amount: 100_000, charged: 105_000, creatorReceives: 90_000, refunded: 52_500 }
  expect(
    await sentencesOf([
      entry('milestone.released', null, '12:00', money),
      entry('milestone.refund-requested', kenji, '12:00', money),
      entry('milestone.approved', client, '12:00', { ...money, version: 2 }),
      entry('milestone.changes-requested', client, '11:00', { version: 1, count: 2, round: 1 }),
      entry('milestone.submitted', kenji, '10:00', { version: 1 }),
      entry('milestone.funded', null, '09:00', money),
      entry('milestone.funding-started', client, '09:00', money),
      entry('offer.accepted', client, '08:00', { version: 3 }),
    ]),
  ).toEqual([
    'The price of €1,000.00 for “Chair” was released. Kenji Mori receives €900.00 after our fee.',
    'Kenji Mori gave €525.00 back for “Chair”, our fee included',
    'Maya Torres approved version 2 of “Chair”',
    'Maya Torres requested 2 changes to version 1 of “Chair”, round 1',
    'Kenji Mori sent version 1 of “Chair” to Maya Torres for review',
    'Maya Torres funded “Chair”. The price of €1,000.00 is protected.',
    'Maya Torres started to pay €1,050.00 for “Chair”, our fee included',
    'Maya Torres accepted version 3 of the offer by Kenji Mori',
  ])
})

test('the same act of one user within half an hour is one line, and approvals, offers and money are never joined', async () => {
  expect(
    await sentencesOf([
      entry('pin.fix', kenji, '12:10', { number: 3 }),
      entry('pin.fix', kenji, '12:05', { number: 2 }),
      entry('pin.fix', kenji, '12:00', { number: 1 }),
      entry('pin.fix', client, '11:59', { number: 5 }),
      entry('pin.fix', client, '11:00', { number: 4 }),
      entry('offer.edited', kenji, '10:01', { version: 3 }),
      entry('offer.edited', kenji, '10:00', { version: 2 }),
    ]),
  ).toEqual([
    'Kenji Mori marked pins 1, 2, and 3 on “Chair” as fixed',
    'Maya Torres marked pin 5 on “Chair” as fixed',
    'Maya Torres marked pin 4 on “Chair” as fixed',
    'Kenji Mori changed the offer to Maya Torres, now version 3',
    'Kenji Mori changed the offer to Maya Torres, now version 2',
  ])
})
