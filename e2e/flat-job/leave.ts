import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('shell')
const auth = wordsOf('auth')

/** What may stay in a browser that nobody is signed in to. */
const kept = ['theme', 'language', 'notifications']

/** Signs out by the menu of the bar. */
export async function signOut(hand: Hand, firstName: string): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('user', { name: firstName }) }))
  await hand.press(page.getByRole('menuitem', { name: t('user.logout') }))
}

/** The tab shows the sign-in screen, and nothing of the person is left behind. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: auth('login.title') })).toBeVisible()
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter((key) => !kept.includes(key))).toEqual([])
}
