import { expect, type Page } from '@playwright/test'
import type { InputDevice } from './browser/input-device.ts'
import { translationsFor } from './translations.ts'

const t = translationsFor('shell')
const tSignIn = translationsFor('accounts/sign-in')

/** Storage keys that may remain after sign-out. */
const allowedStorageKeys = ['theme', 'language', 'notifications']

/** Signs in as a demo user with one press. */
export async function signInAsDemoUser(input: InputDevice, name: string): Promise<void> {
  await input.page.goto('/login')
  await input.press(input.page.getByRole('button', { name: tSignIn('demo.enter', { name }) }))
  await input.page.waitForURL('/dashboard')
}

/** Signs out through the user menu. */
export async function signOut(input: InputDevice, firstName: string): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: t('user', { name: firstName }) }))
  await input.press(page.getByRole('menuitem', { name: t('user.logout') }))
}

/** Expects the sign-in screen and no data of the user left behind. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: tSignIn('login.title') })).toBeVisible()
  const remainingKeys = await page.evaluate(() => Object.keys(localStorage))
  expect(remainingKeys.filter((key) => !allowedStorageKeys.includes(key))).toEqual([])
}
