import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listRoomWorks, readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { table } from '@veranda/core/rooms/placement.ts'
import { enter } from './support/person.ts'
import { expect, test } from './support/world.ts'

test.use({ file: 'demo-world' })

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

test('its portfolios open in six works that are stored once each, and the chair has two versions with pins on both', async ({
  world,
}) => {
  const [shown] = await world.rows<{ pieces: number; works: number; moving: number; heavy: number }>(`
    select count(*)::int as pieces, count(distinct o.sha256)::int as works,
      count(distinct o.sha256) filter (where o.facts -> 'animations' <> '[]')::int as moving,
      count(distinct o.sha256) filter (where o.gate ->> 'level' = 'red')::int as heavy
    from portfolio_pieces p join works w on w.id = p.work_id join originals o on o.sha256 = w.sha256`)
  expect(shown).toMatchObject({ works: 6, moving: 1, heavy: 1 })
  expect(shown?.pieces).toBeGreaterThanOrEqual(24)
  const versions = await world.rows<{ rail: number; pins: number }>(`
    select (select (part -> 'box' -> 'max' ->> 'y')::float8 * 1000 from jsonb_array_elements(o.facts -> 'parts') part
        where part ->> 'name' = 'Top rail') as rail,
      (select count(*)::int from pin_places x where x.deliverable_id = d.id) as pins
    from deliverables d join deliverable_works y on y.deliverable_id = d.id
    join works w on w.id = y.work_id join originals o on o.sha256 = w.sha256
    where w.name like 'reading-chair%' order by d.number`)
  expect(versions).toHaveLength(2)
  expect(versions.every(({ pins }) => pins >= 3)).toBe(true)
  expect((versions[1]?.rail ?? 0) - (versions[0]?.rail ?? 0)).toBeCloseTo(12, 1)
})

test('the session of the hour has its room, with the chair on the table and pins on it', async ({ world }) => {
  const kenji = await enter(world.server.url, 'Kenji')
  const [session] = await world.rows<{ id: string }>(
    `select id from bookings where starts_at > now() and starts_at < now() + interval '1 hour' and state = 'confirmed'`,
  )
  const params = { id: session?.id ?? '' }
  const { items } = await kenji.call(readRoomRecords, { params })
  const { value: stage } = items.find(({ key }) => key === 'stage') ?? {}
  expect(items.find(({ key }) => key === 'placement')?.value).toMatchObject({
    position: [table.x, table.y, table.z],
    size: { kind: 'doll-house' },
  })
  const works = await kenji.call(listRoomWorks, { params })
  const shown = works.items.find(({ deliverableId }) => deliverableId === stage?.['deliverableId'])
  expect(shown?.works[0]?.name).toMatch(/^reading-chair/)
  expect(shown?.pins.length).toBeGreaterThanOrEqual(3)
})
