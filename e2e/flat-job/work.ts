import { expect } from '@playwright/test'
import { confirmIn } from '../support/confirm.ts'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'
import { euros, job } from './job.ts'
import { drawPng } from './picture.ts'
import { expectSnackbar } from './told.ts'

const t = wordsOf('projects')
const c = wordsOf('common')
const works = wordsOf('works')

/** The creator adds notes and a picture and puts the version before the client. */
export async function submitVersion(hand: Hand, number: number): Promise<void> {
  const { page } = hand
  await hand.write(page.getByLabel(t('deliver.notes'), { exact: true }), `Version ${number}, seen from the front.`)
  const choosing = page.waitForEvent('filechooser')
  await hand.press(page.getByLabel(works('picture.add')).and(page.locator('input')))
  const name = `desk-${number}.png`
  await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: drawPng(320, 240, number * 60) })
  await expect(page.getByText(works('picture.stored', { size: '320 × 240' }))).toBeVisible()
  await hand.press(page.getByRole('button', { name: t('deliver.submit', { number }) }))
  await expectSnackbar(page, t('submit.done', { number }))
}

/** The client looks at the version with its picture. */
export async function lookAtVersion(hand: Hand, number: number): Promise<void> {
  const { page } = hand
  await expect(page.getByText(`Version ${number}, seen from the front.`)).toBeVisible()
  const name = t('version.picture', { name: `desk-${number}.png`, number })
  const picture = page.getByRole('img', { name }).first()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
}

/** The client sends the version back with two items; an empty list is refused. */
export async function askForChanges(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('changes.open', { round: 1, rounds: 2 }) }))
  const dialog = page.getByRole('dialog', { name: t('changes.title') })
  await hand.press(dialog.getByRole('button', { name: t('changes.send', { count: 0 }), exact: true }))
  await expect(dialog.getByRole('alert')).toBeVisible()
  const item = (number: number) => dialog.getByLabel(t('changes.item', { number }), { exact: true })
  await hand.write(item(1), job.changes[0])
  await hand.press(dialog.getByRole('button', { name: t('changes.add') }))
  await hand.write(item(2), job.changes[1])
  await hand.press(dialog.getByRole('button', { name: t('changes.send', { count: 2 }) }))
  await expect(dialog).toHaveCount(0)
  await expectSnackbar(page, t('changes.done'))
}

/** The client approves exactly this version, above 500.00 with their password; the money is released in the same step. */
export async function approve(hand: Hand, number: number, price: number, password?: string): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('approve.act') }))
  const dialog = page.getByRole('dialog', { name: t('approve.title') })
  await expect(dialog.getByText(c('version', { number }), { exact: false }).first()).toBeVisible()
  await expect(dialog.getByLabel(t('version.whole-hash'))).toHaveText(/^[0-9a-f]{64}$/)
  await expect(dialog.getByText(t('approve.text', { sum: euros(price), name: 'Kenji Arai' }))).toBeVisible()
  if (password !== undefined) await confirmIn(hand, dialog, { password })
  await hand.press(dialog.getByRole('button', { name: t('approve.act') }))
  await expectSnackbar(page, t('approve.done', { sum: euros(price), name: 'Kenji Arai' }))
  await expect(page.getByRole('heading', { name: t('act.title.client.released'), exact: true })).toBeVisible()
}
