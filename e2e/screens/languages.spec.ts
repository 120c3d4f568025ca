import type { Page } from '@playwright/test'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { cutControls } from '../support/browser/cut-controls.ts'
import { expect, test } from '../support/fixtures.ts'
import { languagesByFile, listAddress, pseudoTranslationsFor, servePseudoLanguage } from '../support/pseudo-language.ts'
import { matrixOnly } from '../support/scope.ts'
import { translationsFor } from '../support/translations.ts'

const tPseudoReset = pseudoTranslationsFor('accounts/password-reset')
const tPseudoSignIn = pseudoTranslationsFor('accounts/sign-in')
const tPseudoShell = pseudoTranslationsFor('shell')
const tReset = translationsFor('accounts/password-reset')
const tShell = translationsFor('shell')

/** Records every title that is ever in the document. */
async function recordTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const titles = new Set<string>()
    // The page's types do not know it.
    Object.assign(globalThis, { recordedTitles: titles })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) titles.add(textContent)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { recordedTitles: Set<string> }).recordedTitles])
}

/** Records every language and direction that a document with a body, which can be painted, ever has. */
async function recordDirections(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const directions = new Set<string>()
    // The page's types do not know it.
    Object.assign(globalThis, { recordedDirections: directions })
    new MutationObserver(() => {
      // Null until the parser has come to it, which the types leave out.
      const body = document.body as HTMLElement | null
      if (body) directions.add(`${document.documentElement.lang} ${document.documentElement.dir}`)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { recordedDirections: Set<string> }).recordedDirections])
}

test(
  'a first visit in each of the seven languages is in it before the first paint, and fetches no other one',
  matrixOnly,
  async ({ world, browser }) => {
    const languageOf = languagesByFile()
    for (const language of availableLanguages) {
      const window = await openBrowserWindow(browser, world.server.url, {
        locale: language,
        // The width of a phone, on which no scene is drawn beside the form.
        viewport: { width: 390, height: 844 },
      })
      const { page } = window
      const [titles, directions] = [await recordTitles(page), await recordDirections(page)]
      const fetched: (string | undefined)[] = []
      page.on('request', (request) => fetched.push(languageOf.get(new URL(request.url()).pathname)))
      await page.goto('/login')
      const title = translationsFor('accounts/sign-in', language)('login.title')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      // Comes last, and not from the server.
      await expect(
        page.getByRole('button', { name: translationsFor('shell', language)('language.pick') }),
      ).toBeVisible()
      expect(await titles(), language).toEqual([title])
      expect(await directions(), language).toEqual([`${language} ${language === 'ar' ? 'rtl' : 'ltr'}`])
      expect(new Set(fetched.filter((one) => one !== undefined)), language).toEqual(new Set([language]))
      await window.close()
    }
  },
)

const pick = async (page: Page, button: string, language: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: language }).click()
}

test(
  'a first visit is in the language of the browser, another one is chosen in the middle of a form, and a failure changes nothing',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const window = await openBrowserWindow(browser, url, { locale: 'de-AT', viewport: { width: 1280, height: 800 } })
    const { page } = window
    const html = page.locator('html')
    for (const language of ['de', 'ar']) await servePseudoLanguage(page, language)

    const titles = await recordTitles(page)
    const response = await page.goto('/forgot-password')
    expect(await response?.text()).toContain('<html lang="de" dir="ltr"')
    await expect(page.getByRole('heading', { level: 1, name: tPseudoReset('forgot.title') })).toBeVisible()
    expect(await titles()).not.toContain(tReset('forgot.title'))

    await page.goto('/register')
    const name = page.getByLabel(tPseudoSignIn('name'), { exact: true })
    await name.fill('Nora Weiss')
    const second = await window.openTab()
    await second.goto('/register')
    await pick(page, tPseudoShell('language.pick'), 'العربية')
    await expect(page.getByText(tPseudoShell('language.changed'))).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'ar')
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect(name).toHaveValue('Nora Weiss')
    // The form is where the picture was.
    expect((await name.boundingBox())?.x).toBeLessThan(640)
    await expect(second.locator('html')).toHaveAttribute('dir', 'rtl')
    await second.close()

    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: tPseudoSignIn('login.title') })).toBeVisible()
    await page.getByRole('button', { name: /Maya Torres/ }).click()
    await expect(page).toHaveURL('/dashboard')
    const navigation = page.getByRole('navigation', { name: tPseudoShell('nav') })
    await expect(navigation).toBeVisible()
    expect((await navigation.boundingBox())?.x).toBeGreaterThan(1_000)
    await page.context().route(`**${listAddress('ja')}`, (route) => route.abort())
    await pick(page, tPseudoShell('language.pick'), '日本語')
    const failed = page.getByText(tPseudoShell('language.failed'))
    await expect(failed).toBeVisible()
    // Snackbars are at the end of the line, which is on the left here.
    await expect.poll(async () => (await failed.boundingBox())?.x).toBeLessThan(400)
    await expect(html).toHaveAttribute('lang', 'ar')

    const maya = await openApiClient(url, 'Maya')
    await pick(page, tPseudoShell('language.pick'), 'Deutsch')
    await expect(html).toHaveAttribute('dir', 'ltr')
    await expect.poll(async () => (await maya.call(readAccount, {})).language).toBe('de')
    await pick(page, tPseudoShell('language.pick'), 'English')
    await expect(page.getByText(tShell('language.changed'))).toBeVisible()
    await expect.poll(async () => (await maya.call(readAccount, {})).language).toBe('en')
    await window.close(/net::ERR_FAILED/)
  },
)

for (const language of ['de', 'ar']) {
  test(
    `texts that are longer by 40 % fit the main screens of a phone, ${language === 'ar' ? 'mirrored too' : 'as in German'}`,
    matrixOnly,
    async ({ world, browser }) => {
      test.setTimeout(180_000)
      const { url } = world.server
      const maya = await openApiClient(url, 'Maya')
      const [{ id: projectId } = { id: '' }] = (await maya.call(listProjects, { query: { q: 'Reading chair' } })).items
      const [booking] = (await maya.call(listBookings, { query: { when: 'upcoming' } })).items
      const window = await openBrowserWindow(browser, url, {
        locale: language,
        viewport: { width: 360, height: 780 },
        reducedMotion: 'reduce',
      })
      const { page } = window
      await servePseudoLanguage(page, language)
      const expectToFit = async (path: string) => {
        await expect(page.locator('h1').first(), path).toBeAttached()
        await expect.soft(page.locator('[aria-busy=true]'), path).toHaveCount(0)
        const overflowPx = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        await expect.soft.poll(overflowPx, { message: `${path} is wider than the screen` }).toBeLessThanOrEqual(0)
        expect.soft(await cutControls(page), `${path} cuts controls`).toEqual([])
      }
      for (const path of ['/login', '/register', '/forgot-password', '/pair', '/explore', '/terms']) {
        await page.goto(path)
        await test.step(path, () => expectToFit(path))
      }
      await page.goto('/login')
      await page.getByRole('button', { name: /Maya Torres/ }).click()
      await expect(page).toHaveURL('/dashboard')
      for (const path of [
        '/dashboard',
        '/projects',
        '/projects/new',
        `/projects/${projectId}`,
        ...['contract', 'milestones', 'money', 'activity', 'chat'].map((view) => `/projects/${projectId}?view=${view}`),
        '/appointments',
        '/appointments?view=calendar',
        `/booking/confirm/${booking?.id}`,
        '/messages',
        '/search',
        '/payment',
        '/notifications',
        '/notification-preferences',
        '/settings',
        '/settings/security',
        '/support',
      ]) {
        await page.goto(path)
        await test.step(path, () => expectToFit(path))
      }
      await window.close()
    },
  )
}
