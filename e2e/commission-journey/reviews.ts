import { expect, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'

const tReviews = translationsFor('reviews')

/** Writes a review on the project; the page says that the other side cannot read it yet. */
export async function writeReview(input: InputDevice, name: string, stars: number, text: string): Promise<void> {
  const { page } = input
  await expect(page.getByText(tReviews('blind', { name }))).toBeVisible()
  await input.choose(page.getByRole('radio', { name: tReviews('stars.count', { count: stars }) }))
  await input.write(page.getByLabel(tReviews('text'), { exact: true }), text)
  await input.press(page.getByRole('button', { name: tReviews('send') }))
  await expect(page.getByRole('heading', { name: tReviews('mine', { name }) })).toBeVisible()
}

/** Expects the page to say that there is a review, without showing its text. */
export async function expectReviewHidden(page: Page, name: string, text: string): Promise<void> {
  await expect(page.getByText(tReviews('theirs.in', { name }))).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)
}

export async function expectReviewShown(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible()
}
