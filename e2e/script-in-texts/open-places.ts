import type { Browser, Locator, Page } from '@playwright/test'
import { openRoomPanel } from '../rooms/enter-room.ts'
import { watchErrors } from '../support/browser/error-watch.ts'
import { expect } from '../support/fixtures.ts'
import { translationsFor } from '../support/translations.ts'
import { fieldsOn } from './drawn-on.ts'
import { findFaults, listDrawn } from './find-faults.ts'
import type { Place } from './places.ts'

const tRooms = translationsFor('rooms')

/** Time within which a place has drawn its texts. */
const drawnWithinMs = 10_000

/** The open dialog; a toast is one too, of another kind. */
export const openDialog = '[role=dialog]:not([aria-modal=false])'

/** A window of one user, or of a stranger, that records what goes wrong in it. */
export type RecordedWindow = Awaited<ReturnType<typeof openWindow>>

/** The size of a phone's page, in CSS pixels. */
export const phone = { width: 390, height: 844 } as const

/** Opens a window of a stranger. */
export async function openWindow(browser: Browser, url: string, viewport?: typeof phone) {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...(viewport && { viewport }) })
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const pageErrors = await watchErrors(page)
  return { page, faults: () => [...pageErrors(), ...dialogs], close: () => context.close() }
}

/** Opens a window of a demo user. */
export async function openWindowOf(
  browser: Browser,
  url: string,
  firstName: string,
  viewport?: typeof phone,
): Promise<RecordedWindow> {
  const window = await openWindow(browser, url, viewport)
  const { page } = window
  await page.goto('/login')
  await page
    .getByRole('button', { name: new RegExp(`${firstName} `) })
    .first()
    .click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  return window
}

/** Finds what is pressed by its name, or by a text within it. */
function pressable(page: Page, press: NonNullable<Place['press']>[number]): Locator {
  const isLast = typeof press === 'object' && 'last' in press
  const name = isLast ? press.last : press
  const found = page
    .getByRole('button', { name })
    .or(page.getByRole('button').filter({ hasText: name }))
    .or(page.getByRole('menuitem', { name }))
  return isLast ? found.last() : found.first()
}

async function openPlace(page: Page, { path, enter, press = [], fill }: Place) {
  await page.goto(path)
  if (enter) {
    await page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }).click()
    await openRoomPanel(page, 'version')
  }
  for (const name of press) await pressable(page, name).click()
  if (fill) await page.getByLabel(fill.label, { exact: true }).and(page.locator('input')).fill(fill.text)
}

/** Waits until an open place draws every text that `drawn-on.ts` expects; returns what is wrong with it. */
export async function judgePlace(
  page: Page,
  texts: Readonly<Record<string, string>>,
  { name, isDialog, isFeed }: Pick<Place, 'name' | 'isDialog' | 'isFeed'>,
): Promise<string[]> {
  const expected = fieldsOn(name)
  const drawn = () => listDrawn(page, texts, isDialog ? openDialog : 'main')
  const missing = async () => {
    const shown = await drawn()
    return expected.filter((field) => !shown.includes(field))
  }
  if (isDialog) await expect(page.locator(openDialog), name).toBeVisible()
  await expect.poll(missing, { message: name, timeout: drawnWithinMs }).toEqual([])
  const unlisted = isFeed ? [] : (await drawn()).filter((field) => !expected.includes(field))
  const faults = await findFaults(page, texts)
  return [...faults, ...unlisted.map((field) => `draws ${field}, which is not listed`)].map(
    (fault) => `${name}: ${fault}`,
  )
}

/** Opens every place of one viewer; returns everything that is wrong. */
export async function openPlaces(
  viewer: string,
  window: RecordedWindow,
  texts: Readonly<Record<string, string>>,
  places: readonly Place[],
): Promise<string[]> {
  const faults: string[] = []
  for (const place of places) {
    const name = `${viewer} ${place.name}`
    await openPlace(window.page, place)
    faults.push(...(await judgePlace(window.page, texts, { ...place, name })))
  }
  return [...faults, ...window.faults()]
}
