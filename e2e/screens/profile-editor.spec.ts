import type { Page } from '@playwright/test'
import { readProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stripedPng } from '../support/test-images.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('common')
const tTalent = translationsFor('talent')
const tSettings = translationsFor('accounts/settings')
const tShell = translationsFor('shell')

/** Drags the handle of an item onto another one, in steps, as a hand does. */
async function drag(page: Page, title: string, onto: string): Promise<void> {
  const handle = page.getByRole('button', { name: tTalent('edit.move', { title }) })
  const target = page.getByRole('button', { name: tTalent('edit.move', { title: onto }) })
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error(`${title} or ${onto} is not on the page`)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
}

test(
  'services and portfolio are sorted by dragging and by keyboard, in every tab and for good',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Kenji Arai')
    await page.goto('/profile')
    const kenji = await openApiClient(world.server.url, 'Kenji')
    const titles = async () => {
      const { services, portfolio } = await kenji.call(readProfile, {})
      return { services: services.map(({ title }) => title), portfolio: portfolio.map(({ title }) => title) }
    }
    const before = await titles()
    const [first = '', second = ''] = before.services
    const last = before.portfolio.at(-1) ?? ''
    const other = await window.openTab()
    await other.goto('/profile')
    const handles = other.getByRole('list', { name: tTalent('edit.services') }).getByRole('button', { name: /^Move / })
    await expect(handles.first()).toHaveAccessibleName(tTalent('edit.move', { title: first }))

    await page.getByRole('button', { name: tTalent('edit.move', { title: first }) }).scrollIntoViewIfNeeded()
    await drag(page, first, second)
    await expect.poll(async () => (await titles()).services.slice(0, 2)).toEqual([second, first])
    // The other tab follows without a reload.
    await expect(handles.first()).toHaveAccessibleName(tTalent('edit.move', { title: second }))

    await page.getByRole('button', { name: tTalent('edit.move', { title: last }) }).press('Home')
    await expect.poll(async () => (await titles()).portfolio[0]).toBe(last)
    await page.reload()
    const tiles = page.getByRole('list', { name: tTalent('edit.portfolio') }).getByRole('button', { name: /^Move / })
    await expect(tiles.first()).toHaveAccessibleName(tTalent('edit.move', { title: last }))
    await window.close()
  },
)

test(
  'a picture of oneself is cropped, shown in every tab and to others, removed and brought back',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Kenji Arai')
    await page.goto('/profile')
    await page.getByRole('main').getByRole('link', { name: 'settings' }).click()
    const other = await window.openTab()
    await other.goto('/messages')
    const shown = other.getByRole('button', { name: tShell('user', { name: 'Kenji' }) }).locator('img')
    const portrait = (await shown.getAttribute('src')) ?? ''

    const file = { name: 'me.png', mimeType: 'image/png', buffer: stripedPng(1_600, 900, 40) }
    await page.locator('input[type=file]').setInputFiles(file)
    const dialog = page.getByRole('dialog', { name: tSettings('avatar.crop') })
    await expect(dialog.getByRole('application')).toBeFocused()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('+')
    await dialog.getByRole('button', { name: tSettings('avatar.save') }).click()
    await expect(page.getByText(tSettings('avatar.saved'))).toBeVisible()
    // The other tab follows without a reload.
    await expect(shown).not.toHaveAttribute('src', portrait)
    const picture = (await shown.getAttribute('src')) ?? ''
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    const kenji = await openApiClient(world.server.url, 'Kenji')
    const { id } = await kenji.call(readProfile, {})
    const maya = await openApiClient(world.server.url, 'Maya')
    const avatarForMaya = async () => (await maya.call(readCreator, { params: { id } })).avatar
    expect(await avatarForMaya()).toBe(picture)

    await page
      .getByRole('main')
      .getByRole('button', { name: t('remove') })
      .click()
    await expect(shown).toHaveCount(0)
    expect(await avatarForMaya()).toBeNull()
    await page.getByRole('button', { name: t('undo') }).click()
    await expect(shown).toHaveAttribute('src', picture)
    expect(await avatarForMaya()).toBe(picture)
    await window.close()
  },
)
