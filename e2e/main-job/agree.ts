import { expect, type Page } from '@playwright/test'
import { expectSnackbar } from '../flat-job/told.ts'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('projects')
const c = wordsOf('common')

/** What the two agree on: one piece at 480.00, proposed at 520.00. */
export const piece = { title: 'The chair in 3D', asked: '520', agreed: '480', amount: 48_000 } as const

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const first = (page: Page) => page.getByRole('group', { name: t('offer.milestone', { number: 1 }), exact: true })

/** The creator's offer of one milestone. */
export async function offer(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('editor.open.first') }))
  await hand.write(field(page, t('offer.scope')), 'A chair as a GLB, parts named, true to the drawings.')
  await hand.write(first(page).getByLabel(t('offer.title'), { exact: true }), piece.title)
  await hand.write(first(page).getByLabel(t('offer.amount'), { exact: true }), piece.asked)
  await hand.press(page.getByRole('button', { name: t('editor.send.offer') }))
  await expectSnackbar(page, t('editor.sent.offer'))
}

/** The client asks for another price, and says why. */
export async function counter(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('counter.open') }))
  await hand.write(first(page).getByLabel(t('offer.amount'), { exact: true }), piece.agreed)
  await hand.write(field(page, t('editor.reason.counter')), 'One chair, and no room around it.')
  await hand.press(page.getByRole('button', { name: t('editor.send.counter') }))
  await expectSnackbar(page, t('editor.sent.counter'))
}

/** The creator offers what was asked for, as the next version. */
export async function agreeToCounter(hand: Hand): Promise<void> {
  await hand.press(hand.page.getByRole('button', { name: t('counter.agree') }))
  await expectSnackbar(hand.page, t('editor.sent.offer'))
}

/** The client accepts exactly this version, with the terms. */
export async function accept(hand: Hand, number: number): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('accept.open') }))
  const dialog = page.getByRole('dialog', { name: t('accept.title') })
  await expect(dialog.getByText(c('version', { number }), { exact: false }).first()).toBeVisible()
  await hand.choose(dialog.getByRole('checkbox'))
  await hand.press(dialog.getByRole('button', { name: t('accept.act', { number }) }))
  await expect(dialog).toHaveCount(0)
  await page.waitForURL(/view=milestones/)
}
