import {
  type SocialProvider,
  socialProviderNames,
  socialProviders,
} from '@veranda/core/accounts/social/social-provider.ts'
import { type Page } from '@playwright/test'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { axeViolations } from '../support/browser/page-audit.ts'
import { matrixOnly } from '../support/scope.ts'
import { expectSignedOut, signOut } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('accounts/social')
const tSettings = translationsFor('accounts/settings')
const tSignIn = translationsFor('accounts/sign-in')
const tStepUp = translationsFor('accounts/step-up')

const place = '/search?q=chair&language=ja#results'

const providerLink = (page: Page, provider: SocialProvider) =>
  page.getByRole('group', { name: tSignIn('social.with') }).getByRole('link', { name: socialProviderNames[provider] })
const choice = (page: Page, name: string) => page.getByRole('button', { name: t('sandbox.continue', { name }) })

/** Goes where only a user may go, and from the sign-in form to a provider. */
async function goToProvider(page: Page, provider: SocialProvider): Promise<void> {
  await page.goto(place)
  await expect(page).toHaveURL('/login')
  await providerLink(page, provider).click()
  await expect(page.getByRole('heading', { name: t('sandbox.title') })).toBeVisible()
}

for (const provider of socialProviders) {
  // A normal run tries one: Google gives a verified address, and the other two do not.
  test(
    `someone new registers with ${provider} and lands where they were going, and can come back`,
    provider === 'google' ? {} : matrixOnly,
    async ({ world, browser }) => {
      const window = await openBrowserWindow(browser, world.server.url)
      const { page } = window
      await goToProvider(page, provider)
      expect(await axeViolations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await axeViolations(page)).toEqual([])
      await choice(page, 'Nia Newcomer').press('Enter')
      await expect(page.getByRole('heading', { name: tSignIn('register.title') })).toBeVisible()
      const name = socialProviderNames[provider]
      await expect(
        page.getByText(provider === 'google' ? /@veranda\.test/ : t('register.no-email', { provider: name })),
      ).toBeVisible()
      await page.getByRole('button', { name: t('register.submit') }).click()
      await expect(page.getByText(tSignIn('consent.missing'))).toBeVisible()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: t('register.submit') }).click()
      await expect(page).toHaveURL(place)
      const stored = await page.evaluate(() => localStorage.getItem('user_data') ?? '{}')
      expect(JSON.parse(stored)).toMatchObject({ name: 'Nia Newcomer', authProvider: provider })
      await signOut(mouseInput(page), 'Nia')
      await expectSignedOut(page)
      await window.close()
    },
  )

  test(`who is known to ${provider} signs in by two presses`, matrixOnly, async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url)
    const { page } = window
    await goToProvider(page, provider)
    await choice(page, 'Maya Torres').click()
    await expect(page).toHaveURL(place)
    await window.close()
  })
}

test(
  'who denies it reads so, and the place they were going to survives the next way in',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url)
    const { page } = window
    await goToProvider(page, 'google')
    await page.getByRole('button', { name: t('sandbox.deny') }).click()
    await expect(page.getByText(t('problem.denied'))).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    // By way of the other form and back.
    await page.getByRole('link', { name: tSignIn('login.register'), exact: true }).click()
    await page.getByRole('link', { name: tSignIn('register.login'), exact: true }).click()
    await page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }).click()
    await expect(page).toHaveURL(place)
    await window.close()
  },
)

test('a provider is linked and unlinked in the settings, after a step-up', matrixOnly, async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await page.goto('/settings/security')
  await page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Hana Weiss' }) }).click()
  await expect(page).toHaveURL('/settings/security')
  await page.getByRole('button', { name: t('methods.link.label', { provider: 'TikTok' }) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: t('methods.link.do', { provider: 'TikTok' }) })).toBeDisabled()
  await dialog.getByRole('button', { name: tStepUp('demo.do', { name: 'Hana' }) }).click()
  await dialog.getByRole('button', { name: t('methods.link.do', { provider: 'TikTok' }) }).click()
  await choice(page, 'Nia Newcomer').click()
  await expect(page).toHaveURL('/settings/security?linked=tiktok')
  await expect(page.getByText(t('methods.done.linked', { provider: 'TikTok' }))).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  // Whom another account has already.
  await page.getByRole('button', { name: t('methods.link.label', { provider: 'Google' }) }).click()
  await dialog.getByRole('button', { name: t('methods.link.do', { provider: 'Google' }) }).click()
  await choice(page, 'Maya Torres').click()
  await expect(page.getByText(t('problem.linked-elsewhere'))).toBeVisible()
  await page.getByRole('button', { name: t('methods.unlink.label', { provider: 'TikTok' }) }).click()
  await dialog.getByRole('button', { name: t('methods.unlink') }).click()
  await expect(page.getByText(t('methods.done.unlinked', { provider: 'TikTok' }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('methods.link.label', { provider: 'TikTok' }) })).toBeVisible()
  await expect(page.getByText(tSettings('ways'))).toBeVisible()
  await window.close()
})
