import { expect, type Locator, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'

const tCommon = translationsFor('common')
const tShell = translationsFor('shell')

/** Returns the unread count shown by the bell. */
export async function readBellCount(page: Page): Promise<number> {
  const label = await page.getByRole('link', { name: /^Notifications(, \d+ unread)?$/ }).getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

/** Expects this unread count in the bell's name and badge. */
export async function expectBellCount(page: Page, count: number): Promise<void> {
  const name = count === 0 ? tShell('bell') : tShell('bell.unread', { count })
  const bell = page.getByRole('link', { name, exact: true })
  await expect(bell).toBeVisible()
  await expect(bell).toHaveText(count === 0 ? '' : String(count))
}

/** Returns the toast with this title, which the server makes without the isolates of the screen. */
function findToast(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: tCommon('toasts') })
    .getByRole('dialog')
    .filter({ hasText: title.replaceAll(/[\u2066-\u2069]/g, '') })
}

export async function expectToast(page: Page, title: string, seconds = 20): Promise<void> {
  await expect(findToast(page, title).first()).toBeVisible({ timeout: seconds * 1_000 })
}

/** Follows the link of the toast with this title. */
export async function openFromToast(input: InputDevice, title: string): Promise<void> {
  await input.press(findToast(input.page, title).first().getByRole('link'))
}

/** Dismisses every toast. One that appears under the pointer stays as long as the pointer rests on it. */
export function dismissToasts(input: InputDevice): Promise<void> {
  return dismissAll(input.page, 'toasts')
}

/** Dismisses every snackbar, which may cover the last message of a conversation. */
export function dismissSnackbars(input: InputDevice): Promise<void> {
  return dismissAll(input.page, 'snackbars')
}

async function dismissAll(page: Page, what: 'toasts' | 'snackbars'): Promise<void> {
  const dismiss = page
    .getByRole('region', { name: tCommon(what) })
    .getByRole('button', { name: tCommon('dismiss') })
    .first()
  // One may close by itself in the meantime.
  await expect(async () => {
    if (await dismiss.isVisible()) await dismiss.click({ timeout: 1_000 })
    await expect(dismiss).toBeHidden({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

/** Expects a snackbar that confirms the user's own action. */
export async function expectSnackbar(page: Page, title: string): Promise<void> {
  await expect(
    page
      .getByRole('region', { name: tCommon('snackbars') })
      .getByText(title)
      .first(),
  ).toBeVisible()
}
