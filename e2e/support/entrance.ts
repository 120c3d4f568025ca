import { expect, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('shell')
const auth = wordsOf('auth')

/** What may stay in a browser that nobody is signed in to. */
const kept = ['theme', 'language', 'notifications']

/** Enters as a demo person by one press. */
export async function enterByPress(hand: Hand, name: string): Promise<void> {
  await hand.page.goto('/login')
  await hand.press(hand.page.getByRole('button', { name: auth('demo.enter', { name }) }))
  await hand.page.waitForURL('/dashboard')
}

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
