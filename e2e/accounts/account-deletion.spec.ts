import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { deletedUserName } from '@veranda/core/accounts/deletion/deletion.ts'
import { type Page } from '@playwright/test'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { axeViolations, switchTheme } from '../support/browser/page-audit.ts'
import { expectSignedOut, signInAsDemoUser } from '../support/sign-in.ts'
import { matrixOnly } from '../support/scope.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('accounts/settings')
const tLegal = translationsFor('legal')
const tSocial = translationsFor('accounts/social')
const tSignIn = translationsFor('accounts/sign-in')
const tStepUp = translationsFor('accounts/step-up')
const dayMs = 24 * 3_600_000

/** Registers by Google someone who has nothing else: no password, and no verified address. */
async function register(page: Page): Promise<void> {
  await page.goto('/login')
  const providers = page.getByRole('group', { name: tSignIn('social.with') })
  await providers.getByRole('link', { name: 'Google' }).click()
  await page.getByRole('button', { name: tSocial('sandbox.continue', { name: 'Uma Unverified' }) }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: tSocial('register.submit') }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Opens the dialog of the settings. */
async function openDialog(page: Page) {
  await page.getByRole('button', { name: t('deletion.do'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('deletion.title') })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Schedules the deletion in the dialog, once the user is confirmed. */
async function schedule(page: Page): Promise<void> {
  const dialog = await openDialog(page)
  await expect(dialog.getByText(/^Confirmed until /)).toBeVisible()
  await dialog.getByLabel(t('deletion.word.label', { word: t('deletion.word') })).fill(t('deletion.word'))
  await dialog.getByRole('button', { name: t('deletion.do'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('deletion.keep') })).toBeVisible()
}

test(
  'an account is scheduled for deletion after a step-up at Google, kept, scheduled again and erased',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
    const { page } = window
    await register(page)
    await page.goto('/settings')
    const dialog = await openDialog(page)
    const toGoogle = dialog.getByRole('button', { name: tStepUp('google.do') })
    await expect(toGoogle).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await switchTheme(page, 'dusk')
    expect(await axeViolations(page)).toEqual([])
    await switchTheme(page, 'daylight')
    await toGoogle.click()
    await page.getByRole('button', { name: tSocial('sandbox.continue', { name: 'the same user' }) }).click()
    await expect(page).toHaveURL('/settings')
    await schedule(page)

    await page.goto('/projects')
    const banner = page.getByText(t('deletion.scheduled.text'))
    await expect(banner).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: t('deletion.scheduled.manage') }).click()
    await page.getByRole('button', { name: t('deletion.keep') }).click()
    await expect(page.getByText(t('deletion.kept.done'))).toBeVisible()
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)

    await page.goto('/settings')
    await schedule(page)
    const maya = await openApiClient(world.server.url, 'Maya')
    await maya.call(moveClock, { body: { advanceMs: 14 * dayMs + 3_600_000 } })
    const erased = () => world.rows('select 1 from users where name = $1 and closed_at is not null', [deletedUserName])
    await expect.poll(async () => (await erased()).length).toBe(1)
    await page.goto('/settings')
    await expectSignedOut(page)
    await window.close()
  },
)

test('a user of older terms who comes by a link is asked there, and agrees', matrixOnly, async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await world.rows('update users set terms_version = 2 where name = $1', ['Maya Torres'])
  await page.goto('/notifications')
  const dialog = page.getByRole('dialog', { name: tLegal('changes.ask.title') })
  await expect(dialog).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await switchTheme(page, 'dusk')
  expect(await axeViolations(page)).toEqual([])
  await switchTheme(page, 'daylight')
  await dialog.getByRole('button', { name: tLegal('changes.ask.agree') }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await window.close()
})
