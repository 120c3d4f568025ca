import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { enter } from '../support/person.ts'
import { expect, test } from '../support/world.ts'
import { printed, weather } from './outcome.ts'
import { runStock } from './stock.ts'
import { runVeranda } from './veranda.ts'

test.use({ file: 'chat/chat' })

test('no acknowledged message is lost, doubled or reordered when the server is killed twice among 500', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const maya = await enter(world.server.url, 'Maya')
  const { items: projects } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
  const { items } = await maya.call(listConversations, { query: { projectId: projects[0]?.id ?? '' } })
  const room = items[0]
  if (!room) throw new Error('the reading chair has no room')
  const others = await Promise.all(
    Array.from({ length: weather.receivers }, (_, index) =>
      enter(world.server.url, index % 2 === 0 ? 'Kenji' : 'Maya'),
    ),
  )
  const hands = { crash: () => world.server.crash(), restart: () => world.restart(), url: () => world.server.url }
  const ours = await runVeranda(hands, { sender: maya, readers: others }, room.id, room.head)
  const stock = await runStock()
  console.log(`${printed('Veranda', ours)}\n${printed('stock Socket.IO', stock)}`)
  expect(ours).toEqual({ sent: weather.messages, acknowledged: weather.messages, lost: 0, doubled: 0, reordered: 0 })
  const stored = await world.rows<{ count: number; distinct: number }>(
    `select count(*)::int as count, count(distinct text)::int as distinct from messages where conversation_id = $1 and seq > $2`,
    [room.id, room.head],
  )
  expect(stored).toEqual([{ count: weather.messages, distinct: weather.messages }])
  // The comparison means something only if stock Socket.IO did lose in the same weather.
  expect(stock.lost).toBeGreaterThan(0)
})
