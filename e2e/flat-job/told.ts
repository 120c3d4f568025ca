import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const c = wordsOf('common')
const shell = wordsOf('shell')

/** The unread count that the bell says. */
export async function bellOf(page: Page): Promise<number> {
  const label = await page.getByRole('link', { name: /^Notifications(, \d+ unread)?$/ }).getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

/** The bell says exactly this many, in its name and on its badge. */
export async function expectBell(page: Page, count: number): Promise<void> {
  const name = count === 0 ? shell('bell') : shell('bell.unread', { count })
  const bell = page.getByRole('link', { name, exact: true })
  await expect(bell).toBeVisible()
  await expect(bell).toHaveText(count === 0 ? '' : String(count))
}

/** What pops up in the upper corner under this title. */
function toastOf(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: c('toasts') })
    .getByRole('dialog')
    .filter({ hasText: title })
}

export async function expectToast(page: Page, title: string, seconds = 20): Promise<void> {
  await expect(toastOf(page, title).first()).toBeVisible({ timeout: seconds * 1_000 })
}

/** Goes where a notification leads, from its pop-up. */
export async function openByToast(hand: Hand, title: string): Promise<void> {
  await hand.press(toastOf(hand.page, title).first().getByRole('link'))
}

/** The short answer to one's own act, in the lower corner. */
export async function expectSnackbar(page: Page, title: string): Promise<void> {
  await expect(
    page
      .getByRole('region', { name: c('snackbars') })
      .getByText(title)
      .first(),
  ).toBeVisible()
}
