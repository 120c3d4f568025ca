import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { enter } from './support/person.ts'
import { expect, test } from './support/world.ts'

test('the demo world has its people, and the first client has three and three unread', async ({ world }) => {
  const maya = await enter(world.server.url, 'Maya')
  const [{ clients } = { clients: 0 }] = await world.rows<{ clients: number }>(
    `select count(*)::int as clients from people p where role = 'client' and not exists
       (select 1 from creators c where c.person_id = p.id)`,
  )
  expect(clients).toBeGreaterThanOrEqual(3)
  expect((await maya.call(searchTalent, { query: {} })).total).toBeGreaterThanOrEqual(24)
  expect((await maya.call(listNotifications, { query: {} })).unread).toBe(3)
  const { items } = await maya.call(listConversations, { query: {} })
  expect(items.reduce((sum, { unread }) => sum + unread, 0)).toBe(3)
  const states = await world.rows<{ state: string }>('select distinct state from commissions')
  const known = states.map(({ state }) => state)
  expect(known).toEqual(
    expect.arrayContaining([
      'requested',
      'offered',
      'countered',
      'accepted',
      'active',
      'completed',
      'declined',
      'expired',
    ]),
  )
})
