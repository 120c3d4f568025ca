import { expect, type Locator, type Page } from '@playwright/test'
import { wordsOf } from '../support/words.ts'

const r = wordsOf('rooms')

export const stage = (page: Page): Locator => page.getByRole('application', { name: r('stage') })

/** Signs in as a demo person by first name. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page
    .getByRole('button', { name: new RegExp(`${name} `) })
    .first()
    .click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

/** Through the lobby, until the stage stands. */
export async function enterRoom(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: r('lobby.enter'), exact: true }).click()
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
}
