import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { formatLocale } from '@veranda/i18n/format-locale.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import { languageOfJourney, translationsFor } from '../support/translations.ts'
import { formatEuros, job } from './job-data.ts'

const tSignIn = translationsFor('accounts/sign-in')
const tOneTimeLinks = translationsFor('accounts/one-time-links')
const tRegistration = translationsFor('accounts/registration')
const tCommon = translationsFor('common')
const tTalent = translationsFor('talent')
const tCommissions = translationsFor('commissions')

export type NewUser = { name: string; email: string; password: string }

/** Returns an address that has no mail yet: the mailbox of the sandbox is shared by all journeys and their retries. */
export function newEmail(mailbox: string): string {
  return `${mailbox}-${randomBytes(4).toString('hex')}@weiss.example`
}

/**
 * Opens a protected path while signed out, registers with consent to the terms, presses the link in the sandbox's mail,
 * and returns to that path.
 */
export async function registerAndReturnTo(input: InputDevice, path: string, newUser: NewUser): Promise<void> {
  const { page } = input
  await page.goto(path)
  await expect(page.getByText(tSignIn('login.back-to'))).toBeVisible()
  await input.press(page.getByRole('link', { name: tSignIn('login.register') }))
  await expect(page.getByRole('radio', { name: tSignIn('role.client') })).toBeChecked()
  await input.write(page.getByLabel(tSignIn('name'), { exact: true }), newUser.name)
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), newUser.email)
  await input.write(page.getByLabel(tSignIn('password'), { exact: true }), newUser.password)
  const submit = page.getByRole('button', { name: tSignIn('register.submit') })
  await input.press(submit)
  await expect(page.getByText(tSignIn('consent.missing'))).toBeVisible()
  await input.choose(page.getByRole('checkbox', { name: tSignIn('consent') }))
  await input.press(submit)
  await expect(page.getByRole('heading', { level: 1, name: tRegistration('check.title') })).toBeVisible()
  await openMailedLink(input)
  await input.press(page.getByRole('button', { name: tRegistration('verify.submit') }))
  await expect(page).toHaveURL(path)
}

/** Opens the link in the sandbox's newest mail to the address that the page has just written to. */
export async function openMailedLink(input: InputDevice): Promise<void> {
  const { page } = input
  const show = page.getByRole('button', { name: tOneTimeLinks('mailbox.show') })
  const open = page.getByRole('link', { name: tOneTimeLinks('mailbox.open') })
  // The mail is written by a job, which may be done a moment later.
  await expect(async () => {
    if (!(await open.isVisible())) await input.press(show)
    await expect(open).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await input.press(open)
}

/** Returns the name of a language as the filters of the search have it. */
const nameOfLanguage = (tag: string) =>
  new Intl.DisplayNames(formatLocale(languageOfJourney()), { type: 'language' }).of(tag)

/** Narrows the search by text, skill and language, with each in the URL, and opens the creator found. */
export async function findKenji(input: InputDevice): Promise<void> {
  const { page } = input
  await input.write(page.getByLabel(tTalent('search.field'), { exact: true }), 'furniture')
  await input.press(page.getByRole('search').getByRole('button', { name: tTalent('search.do') }))
  await expect(page).toHaveURL('/search?q=furniture')
  if (input.narrow)
    await input.press(page.getByRole('button', { name: tTalent('filters.open', { count: 0 }), exact: true }))
  const filters = input.narrow
    ? page.getByRole('dialog')
    : page.getByRole('complementary', { name: tTalent('filters') })
  const facet = (group: string, name: RegExp) =>
    filters.getByRole('group', { name: group, exact: true }).getByRole('button', { name })
  await input.press(facet(tTalent('filter.skill'), /^Furniture/))
  await expect(page).toHaveURL('/search?q=furniture&skill=Furniture')
  await input.press(facet(tTalent('filter.language'), new RegExp(`^${nameOfLanguage('ja')}`)))
  await expect(page).toHaveURL('/search?q=furniture&skill=Furniture&language=ja')
  if (input.narrow) await input.press(filters.getByRole('button', { name: /^Show \d+ creator/ }))
  const results = page.getByRole('list', { name: tTalent('results') })
  await expect(results.getByRole('heading')).toHaveText(['Kenji Arai'])
  await input.press(results.getByRole('link', { name: 'Kenji Arai' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Arai' })).toBeVisible()
}

/** Reads a creator's page: services with prices, reviews, and an enlarged portfolio image. */
export async function readKenjiProfile(input: InputDevice): Promise<void> {
  const { page } = input
  await expect(page.getByRole('heading', { name: 'Product model from drawings' })).toBeVisible()
  await expect(page.getByText(formatEuros(90_000)).first()).toBeVisible()
  await expect(page.getByText('The joints read correctly even from inside the stool.', { exact: false })).toBeVisible()
  await input.press(page.getByRole('button', { name: tTalent('portfolio-item.open', { title: 'Stool with back' }) }))
  const large = page.getByRole('dialog').getByRole('img', { name: 'Stool with back' })
  await expect(large).toBeVisible()
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  if (input.narrow) await input.press(page.getByRole('dialog').getByRole('button', { name: tCommon('close') }))
  else await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Goes from the creator's page through the wizard to the request. Returns the project's id. */
export async function requestCommission(input: InputDevice): Promise<string> {
  const { page } = input
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const nextButton = page.getByRole('button', { name: tCommon('next'), exact: true })
  await input.press(page.getByRole('link', { name: tTalent('way.request') }))
  await input.write(field(tCommissions('new.title')), job.title)
  await input.write(field(tCommissions('new.brief')), job.brief)
  await input.write(field(tCommissions('new.skills')), 'Furniture')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${tCommon('remove')} Furniture` })).toBeVisible()
  await input.press(nextButton)
  await input.write(field(tCommissions('new.budget.from')), '800')
  await input.write(field(tCommissions('new.budget.to')), '1200')
  await expect(page.getByText(tCommissions('new.service.for', { name: 'Kenji Arai' }))).toBeVisible()
  await input.press(nextButton)
  await expect(page.getByText(job.brief)).toBeVisible()
  await input.write(field(tCommissions('new.message')), job.message)
  await input.press(page.getByRole('button', { name: tCommissions('new.send') }))
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}
