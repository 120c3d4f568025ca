import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { confirmRelease } from '../support/confirm-release.ts'
import { stepUpIn } from '../support/step-up.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'
import { formatEuros, job } from './job-data.ts'
import { stripedPng } from '../support/test-images.ts'
import { expectSnackbar } from './notifications.ts'

const tCommissions = translationsFor('commissions')
const tCommon = translationsFor('common')
const tAssets = translationsFor('assets')

/** Adds notes and an image and submits the version. */
export async function submitVersion(input: InputDevice, number: number): Promise<void> {
  const { page } = input
  await input.write(
    page.getByLabel(tCommissions('deliver.notes'), { exact: true }),
    `Version ${number}, seen from the front.`,
  )
  const fileChooser = page.waitForEvent('filechooser')
  await input.press(page.getByLabel(tAssets('image.add')).and(page.locator('input')))
  const name = `desk-${number}.png`
  await (await fileChooser).setFiles({ name, mimeType: 'image/png', buffer: stripedPng(320, 240, number * 60) })
  await expect(page.getByText(tAssets('image.stored', { size: '320 × 240' }))).toBeVisible()
  await input.press(page.getByRole('button', { name: tCommissions('deliver.submit', { number }) }))
  await expectSnackbar(page, tCommissions('submit.done', { number }))
  await expect(page.locator('#milestone-actions')).toBeInViewport()
  await expect(page.locator('#milestone-actions')).toBeFocused()
}

/** Expects the version with its image on the client's page. */
export async function expectVersionShown(input: InputDevice, number: number): Promise<void> {
  const { page } = input
  await expect(page.getByText(`Version ${number}, seen from the front.`)).toBeVisible()
  const name = tCommissions('version.image', { name: `desk-${number}.png`, number })
  const imageElement = page.getByRole('img', { name }).first()
  await expect(imageElement).toBeVisible()
  await expect.poll(() => imageElement.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
}

/** Requests two changes as the client; an empty list is refused. */
export async function requestChanges(input: InputDevice): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('changes.open', { round: 1, rounds: 2 }) }))
  const dialog = page.getByRole('dialog', { name: tCommissions('changes.title') })
  await input.press(dialog.getByRole('button', { name: tCommissions('changes.send', { count: 0 }), exact: true }))
  await expect(dialog.getByRole('alert')).toBeVisible()
  const item = (number: number) => dialog.getByLabel(tCommissions('changes.item', { number }), { exact: true })
  await input.write(item(1), job.changes[0])
  await input.press(dialog.getByRole('button', { name: tCommissions('changes.add') }))
  await input.write(item(2), job.changes[1])
  await input.press(dialog.getByRole('button', { name: tCommissions('changes.send', { count: 2 }) }))
  await expect(dialog).toHaveCount(0)
  await expectSnackbar(page, tCommissions('changes.done'))
}

/** Approves exactly this version, above 500.00 with the password; the money is released in the same step. */
export async function approveVersion(
  input: InputDevice,
  number: number,
  price: number,
  password?: string,
): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('approve.act') }))
  const dialog = page.getByRole('dialog', { name: tCommissions('approve.title') })
  await expect(dialog.getByText(tCommon('version', { number }), { exact: false }).first()).toBeVisible()
  const checksum = dialog.getByLabel(tCommissions('version.whole-hash'))
  await expect(checksum).toBeHidden()
  await input.press(dialog.getByText(tCommissions('version.show-hash')))
  await expect(checksum).toBeVisible()
  await expect(checksum).toHaveText(/^[0-9a-f]{64}$/)
  await expect(
    dialog.getByText(tCommissions('approve.text', { sum: formatEuros(price), name: 'Kenji Arai' })),
  ).toBeVisible()
  if (password !== undefined) await stepUpIn(input, dialog, { password })
  await confirmRelease(input, dialog)
  await expectSnackbar(page, tCommissions('approve.done', { sum: formatEuros(price) }))
  await expect(
    page.getByRole('heading', { name: tCommissions('act.title.client.released'), exact: true }),
  ).toBeVisible()
}

/** Downloads the image of a released milestone's version with the button on screen and expects the uploaded bytes. */
export async function downloadOriginal(input: InputDevice, number: number): Promise<void> {
  const { page } = input
  const name = `desk-${number}.png`
  const download = page.waitForEvent('download')
  await input.press(page.getByRole('button', { name: tCommissions('originals.download.name', { name }) }))
  const bytes = await readFile(await (await download).path())
  expect(bytes.equals(stripedPng(320, 240, number * 60))).toBe(true)
}
