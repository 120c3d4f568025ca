import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('reviews')

/** Writes one's review on the project; the page says that the other side cannot read it yet. */
export async function writeReview(hand: Hand, name: string, stars: number, text: string): Promise<void> {
  const { page } = hand
  await expect(page.getByText(t('blind', { name }))).toBeVisible()
  await hand.choose(page.getByRole('radio', { name: t('stars.count', { count: stars }) }))
  await hand.write(page.getByLabel(t('text'), { exact: true }), text)
  await hand.press(page.getByRole('button', { name: t('send') }))
  await expect(page.getByRole('heading', { name: t('mine', { name }) })).toBeVisible()
}

/** That there is a review is told, what it says is not. */
export async function expectHidden(page: Page, name: string, text: string): Promise<void> {
  await expect(page.getByText(t('theirs.in', { name }))).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)
}

export async function expectShown(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible()
}
