import { expect } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'
import { job } from './job.ts'

const auth = wordsOf('auth')
const c = wordsOf('common')
const talent = wordsOf('talent')
const projects = wordsOf('projects')

export type Newcomer = { name: string; email: string; password: string }

/** Asks for a place without an account, makes one with consent to the terms, and is in that place. */
export async function registerFor(hand: Hand, place: string, who: Newcomer): Promise<void> {
  const { page } = hand
  await page.goto(place)
  await expect(page.getByText(auth('login.back-to'))).toBeVisible()
  await hand.press(page.getByRole('link', { name: auth('login.register') }))
  await expect(page.getByRole('radio', { name: auth('role.client') })).toBeChecked()
  await hand.write(page.getByLabel(auth('name'), { exact: true }), who.name)
  await hand.write(page.getByLabel(auth('email'), { exact: true }), who.email)
  await hand.write(page.getByLabel(auth('password'), { exact: true }), who.password)
  const submit = page.getByRole('button', { name: auth('register.submit') })
  await hand.press(submit)
  await expect(page.getByText(auth('consent.missing'))).toBeVisible()
  await hand.choose(page.getByRole('checkbox', { name: auth('consent') }))
  await hand.press(submit)
  await expect(page).toHaveURL(place)
}

/** Narrows the search by text, skill and language; the address carries each; then opens the creator found. */
export async function findKenji(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.write(page.getByLabel(talent('search.field'), { exact: true }), 'furniture')
  await hand.press(page.getByRole('search').getByRole('button', { name: talent('search.do') }))
  await expect(page).toHaveURL('/search?q=furniture')
  if (hand.narrow)
    await hand.press(page.getByRole('button', { name: talent('filters.open', { count: 0 }), exact: true }))
  const filters = hand.narrow ? page.getByRole('dialog') : page.getByRole('complementary', { name: talent('filters') })
  const facet = (group: string, name: RegExp) =>
    filters.getByRole('group', { name: group, exact: true }).getByRole('button', { name })
  await hand.press(facet(talent('filter.skill'), /^Furniture/))
  await expect(page).toHaveURL('/search?q=furniture&skill=Furniture')
  await hand.press(facet(talent('filter.language'), /^Japanese/))
  await expect(page).toHaveURL('/search?q=furniture&skill=Furniture&language=ja')
  if (hand.narrow) await hand.press(filters.getByRole('button', { name: /^Show \d+ creator/ }))
  const results = page.getByRole('list', { name: talent('results') })
  await expect(results.getByRole('heading')).toHaveText(['Kenji Arai'])
  await hand.press(results.getByRole('link', { name: 'Kenji Arai' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Arai' })).toBeVisible()
}

/** Reads a creator's page: services with prices, reviews, and a picture opened large. */
export async function readKenjisPage(hand: Hand): Promise<void> {
  const { page } = hand
  await expect(page.getByRole('heading', { name: 'Product model from drawings' })).toBeVisible()
  await expect(page.getByText('€900.00').first()).toBeVisible()
  await expect(page.getByText('The joints read correctly even from inside the stool.', { exact: false })).toBeVisible()
  await hand.press(page.getByRole('button', { name: talent('piece.open', { title: 'Stool with back' }) }))
  const large = page.getByRole('dialog').getByRole('img', { name: 'Stool with back' })
  await expect(large).toBeVisible()
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  if (hand.narrow) await hand.press(page.getByRole('dialog').getByRole('button', { name: c('close') }))
  else await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** From the creator's page through the wizard to the request. Answers the project's id. */
export async function requestCommission(hand: Hand): Promise<string> {
  const { page } = hand
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const onward = page.getByRole('button', { name: c('next'), exact: true })
  await hand.press(page.getByRole('link', { name: talent('way.request') }))
  await hand.write(field(projects('new.title')), job.title)
  await hand.write(field(projects('new.brief')), job.brief)
  await hand.write(field(projects('new.skills')), 'Furniture')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${c('remove')} Furniture` })).toBeVisible()
  await hand.press(onward)
  await hand.write(field(projects('new.budget.from')), '800')
  await hand.write(field(projects('new.budget.to')), '1200')
  await hand.press(onward)
  await expect(page.getByRole('radio', { name: /Kenji Arai/ })).toBeChecked()
  await hand.write(field(projects('new.message')), job.message)
  await hand.press(onward)
  await expect(page.getByText(job.brief)).toBeVisible()
  await hand.press(page.getByRole('button', { name: projects('new.send') }))
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}
