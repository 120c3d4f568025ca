import { readCommission, withdrawCommission } from '@veranda/contract/commissions/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { acceptRoomInvite, inviteToRoom, readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { RoomClient } from '@veranda/server/features/rooms/connection/testing/room-client.ts'
import { openRoomPanel } from '../rooms/enter-room.ts'
import type { ApiClient } from '../support/api-client.ts'
import { expect } from '../support/fixtures.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'
import { judgePlace, openDialog, type RecordedWindow } from './open-places.ts'
import type { WrittenTexts } from './write-texts.ts'

const tRooms = translationsFor('rooms')
/** The end of the notification's title, after the name. */
const withdrew = translationsFor('notifications')('commission.withdrawn.title', { sender: '' })

const guestToRemove = 'client guest to remove'
const missed = 'client missed notifications'
/** The names of the dialogs in `drawn-on.ts`. */
export const roomDialogs: readonly string[] = [guestToRemove, missed]

/**
 * Opens the dialogs of a room as its client: one that removes a guest, and one that shows, after leaving, what the
 * creator did meanwhile. Returns everything that is wrong.
 */
export async function openRoomDialogs(
  { page, faults }: RecordedWindow,
  { maya, kenji, guest }: { maya: ApiClient; kenji: ApiClient; guest: ApiClient },
  url: string,
  { texts, chairProjectId: id, offeredId }: WrittenTexts,
): Promise<string[]> {
  const { path } = await maya.call(inviteToRoom, { params: { id } })
  await guest.call(acceptRoomInvite, { params: { id }, body: { token: path.split('invite=')[1] ?? '' } })
  const endpoint = await guest.call(readRoomEndpoint, { params: { id } })
  const inside = await RoomClient.enter(url + endpoint.path, guest)
  await page.goto(`/rooms/${id}`)
  await page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }).click()
  await openRoomPanel(page, 'users')
  await page.getByRole('button', { name: /^Actions for .*\[guest-name\]/ }).click()
  await page.getByRole('menuitem', { name: /^Remove .*\[guest-name\]/ }).click()
  const removing = await judgePlace(page, texts, { name: guestToRemove, isDialog: true })
  await page.keyboard.press('Escape')
  await expect(page.locator(openDialog)).toHaveCount(0)
  inside.leave()
  const params = { id: offeredId }
  const { version: expected } = await kenji.call(readCommission, { params })
  await kenji.call(withdrawCommission, { params, body: { reason: '', expected } })
  await waitUntil('the notification of the withdrawn offer', async () => {
    const { items } = await maya.call(listNotifications, { query: { limit: 20 } })
    return items.some(({ title }) => title.includes(texts['creator-name'] ?? '') && title.endsWith(withdrew))
  })
  await page.getByRole('button', { name: tRooms('dock.leave'), exact: true }).click()
  const afterwards = await judgePlace(page, texts, { name: missed, isDialog: true, isFeed: true })
  return [...removing, ...afterwards, ...faults()]
}
