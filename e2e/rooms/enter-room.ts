import { expect, type Locator, type Page } from '@playwright/test'
import { translationsFor } from '../support/translations.ts'

const tRooms = translationsFor('rooms')

type RoomPanel = 'users' | 'version' | 'pins' | 'chat'

/** Returns the drawer of the room, which shows one panel. */
export const roomDrawer = (page: Page): Locator => page.getByRole('complementary', { name: tRooms('tabs') })

/** Opens a panel of the room's drawer, unless it is open. */
export async function openRoomPanel(
  page: Page,
  panel: RoomPanel,
  press = (button: Locator): Promise<void> => button.click(),
): Promise<void> {
  const button = page.getByRole('group', { name: tRooms('dock') }).getByRole('button', { name: tRooms(`tab.${panel}`) })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await press(button)
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(roomDrawer(page)).toBeVisible()
}

export const roomCanvas = (page: Page): Locator => page.getByRole('application', { name: tRooms('canvas') })

/** Signs in as a demo user by first name. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page
    .getByRole('button', { name: new RegExp(`${name} `) })
    .first()
    .click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

/** Enters a room through the lobby and waits until the canvas is ready. */
export async function enterRoom(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }).click()
  await expect(roomCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
}
