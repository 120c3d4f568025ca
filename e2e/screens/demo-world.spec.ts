import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listRoomVersions, readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { table } from '@veranda/core/rooms/records/placement.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'

test('the demo world has its users, and the first client has three unread notifications and three unread messages', async ({
  world,
}) => {
  const maya = await openApiClient(world.server.url, 'Maya')
  const [{ clients } = { clients: 0 }] = await world.rows<{ clients: number }>(
    `select count(*)::int as clients from users u where role = 'client' and not exists
       (select 1 from creators c where c.user_id = u.id)`,
  )
  expect(clients).toBeGreaterThanOrEqual(3)
  expect((await maya.call(searchTalent, { query: {} })).total).toBeGreaterThanOrEqual(24)
  expect((await maya.call(listNotifications, { query: {} })).unread).toBe(3)
  const { items } = await maya.call(listConversations, { query: {} })
  expect(items.reduce((sum, { unread }) => sum + unread, 0)).toBe(3)
  const states = await world.rows<{ state: string }>('select distinct state from commissions')
  const stateNames = states.map(({ state }) => state)
  expect(stateNames).toEqual(
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

test('the portfolios show six assets that are stored once each, and both versions of the chair have pins', async ({
  world,
}) => {
  const [portfolio] = await world.rows<{ items: number; assets: number; animated: number; heavy: number }>(`
    select count(*)::int as items, count(distinct o.sha256)::int as assets,
      count(distinct o.sha256) filter (where o.facts -> 'animations' <> '[]')::int as animated,
      count(distinct o.sha256) filter (where o.headset_rating ->> 'level' = 'red')::int as heavy
    from portfolio_items p join assets w on w.id = p.asset_id join asset_sources o on o.sha256 = w.sha256`)
  expect(portfolio).toMatchObject({ assets: 6, animated: 1, heavy: 1 })
  expect(portfolio?.items).toBeGreaterThanOrEqual(24)
  const versions = await world.rows<{ rail: number; pins: number }>(`
    select (select (part -> 'box' -> 'max' ->> 'y')::float8 * 1000 from jsonb_array_elements(o.facts -> 'parts') part
        where part ->> 'name' = 'Top rail') as rail,
      (select count(*)::int from pin_places x where x.deliverable_id = d.id) as pins
    from deliverables d join deliverable_assets y on y.deliverable_id = d.id
    join assets w on w.id = y.asset_id join asset_sources o on o.sha256 = w.sha256
    where w.name like 'reading-chair%' order by d.number`)
  expect(versions).toHaveLength(2)
  expect(versions.every(({ pins }) => pins >= 3)).toBe(true)
  expect((versions[1]?.rail ?? 0) - (versions[0]?.rail ?? 0)).toBeCloseTo(12, 1)
})

test('the room of the upcoming booking has the chair on the table, with pins', async ({ world }) => {
  const kenji = await openApiClient(world.server.url, 'Kenji')
  const [booking] = await world.rows<{ id: string }>(
    `select id from bookings where starts_at > now() and starts_at < now() + interval '1 hour' and state = 'confirmed'`,
  )
  const params = { id: booking?.id ?? '' }
  const { items } = await kenji.call(readRoomRecords, { params })
  const { value: scene } = items.find(({ key }) => key === 'scene') ?? {}
  expect(items.find(({ key }) => key === 'placement')?.value).toMatchObject({
    position: [table.x, table.y, table.z],
    size: { kind: 'doll-house' },
  })
  const versions = await kenji.call(listRoomVersions, { params })
  const shownVersion = versions.items.find(({ deliverableId }) => deliverableId === scene?.['deliverableId'])
  expect(shownVersion?.assets[0]?.name).toMatch(/^reading-chair/)
  expect(shownVersion?.pins.length).toBeGreaterThanOrEqual(3)
})
