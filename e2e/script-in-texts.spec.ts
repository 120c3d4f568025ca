import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { type ApiClient, openApiClient } from './support/api-client.ts'
import { expect, test } from './support/fixtures.ts'
import { waitUntil } from './support/wait-until.ts'
import { findUndrawn } from './script-in-texts/drawn-on.ts'
import { filledTexts, recordTexts } from './script-in-texts/filled-texts.ts'
import { openPlaces, openWindow, openWindowOf, phone } from './script-in-texts/open-places.ts'
import { openRoomDialogs, roomDialogs } from './script-in-texts/open-room-dialogs.ts'
import {
  accountToConfirm,
  adminPlaces,
  clientPlaces,
  creatorPlaces,
  phonePlaces,
  strangersPlaces,
} from './script-in-texts/places.ts'
import { makeAdmin } from './support/make-admin.ts'
import { matrixOnly } from './support/scope.ts'
import { writeTexts } from './script-in-texts/write-texts.ts'

test(
  'script in any text is shown as it was written, on every screen and in every dialog of both sides, an admin and a stranger',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(240_000)
    const { url } = world.server
    await makeAdmin(world, 'Hana')
    await makeAdmin(world, 'Idris')
    const filled = new Set<string>()
    const [maya, kenji, admin, secondAdmin] = await Promise.all(
      ['Maya', 'Kenji', 'Hana', 'Idris'].map(async (name) => recordTexts(await openApiClient(url, name), filled)),
    )
    if (!maya || !kenji || !admin || !secondAdmin) throw new Error('a user of the demo world is missing')
    const endAsNoShows = (ids: readonly string[]) =>
      world.rows(
        `update bookings set state = 'no_show_client', starts_at = now() - interval '2 hours',
          ends_at = now() - interval '90 minutes' where id = any($1)`,
        [ids],
      )
    const endMediation = (id: string) => world.rows(`update disputes set state = 'deciding' where id = $1`, [id])
    const [written, client, creator, adminsWindow, stranger, clientsPhone] = await Promise.all([
      writeTexts({ maya, kenji, admin, secondAdmin, endAsNoShows, endMediation }, url),
      openWindowOf(browser, url, 'Maya'),
      openWindowOf(browser, url, 'Kenji'),
      openWindowOf(browser, url, 'Hana'),
      openWindow(browser, url),
      openWindowOf(browser, url, 'Maya', phone),
    ])
    const { texts } = written
    expect([...filled].sort()).toEqual(filledTexts)
    const newestReceipt = (user: ApiClient) =>
      waitUntil('a receipt of the released milestone', async () => {
        const { items } = await user.call(listReceipts, { query: {} })
        return items.find(({ milestone }) => milestone === texts['milestone-title'])?.id
      })
    const viewers = [
      { viewer: 'client', window: client, places: clientPlaces(await newestReceipt(maya), written, kenji.id) },
      { viewer: 'creator', window: creator, places: creatorPlaces(await newestReceipt(kenji), written) },
      { viewer: 'admin', window: adminsWindow, places: adminPlaces(written) },
      { viewer: 'phone', window: clientsPhone, places: phonePlaces(written) },
      { viewer: 'stranger', window: stranger, places: strangersPlaces },
    ]
    const opened = viewers.flatMap(({ viewer, places }) => places.map(({ name }) => `${viewer} ${name}`))
    const last = [`creator ${accountToConfirm.name}`, ...roomDialogs]
    expect(findUndrawn(Object.keys(texts), [...opened, ...last])).toEqual([])
    const faults = await Promise.all(
      viewers.map(({ viewer, window, places }) => openPlaces(viewer, window, texts, places)),
    )
    // Last, because they stop payouts and withdraw an offer.
    await world.rows("insert into payout_stops select id, now() from users where name like 'Kenji %'")
    faults.push(await openPlaces('creator', creator, texts, [accountToConfirm]))
    faults.push(await openRoomDialogs(client, { maya, kenji, guest: admin }, url, written))
    expect(faults.flat()).toEqual([])
    expect(world.server.output()).not.toContain('content policy violated')
    await Promise.all([client, creator, adminsWindow, stranger, clientsPhone].map((window) => window.close()))
  },
)
