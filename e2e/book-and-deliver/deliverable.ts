import { expect, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { type NetworkProxy, throttleUploads } from '../support/server/network-proxy.ts'
import { translationsFor } from '../support/translations.ts'

const tCommissions = translationsFor('commissions')
const tAssets = translationsFor('assets')
const tViewer = translationsFor('viewer')
const tPins = translationsFor('commissions/pins')

const fileInput = (page: Page) => page.locator('label', { hasText: tAssets('add') }).locator('input')

/** Chooses a model file and waits until it has been checked. */
export async function addModel(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await fileInput(page).setInputFiles({ name, mimeType: 'model/gltf-binary', buffer: Buffer.from(bytes) })
  await expectMeasured(page, name)
}

export async function expectMeasured(page: Page, name: string): Promise<void> {
  const row = page
    .getByRole('list', { name: tAssets('list') })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(row.getByText(tAssets('headset.green'))).toBeVisible({ timeout: 60_000 })
}

/**
 * Uploads a model over a slow connection that is cut halfway, and reloads the page before the upload is complete; it
 * resumes from the bytes already stored.
 */
export async function addModelOverBadConnection(
  page: Page,
  proxy: NetworkProxy,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await throttleUploads(page, bytes.length / 20)
  await fileInput(page).setInputFiles({ name, mimeType: 'model/gltf-binary', buffer: Buffer.from(bytes) })
  const progressBar = page.getByRole('progressbar', { name: tAssets('sending', { name }) })
  const progressPercent = async () => Number(await progressBar.getAttribute('aria-valuenow'))
  await expect.poll(progressPercent, { timeout: 20_000 }).toBeGreaterThan(30)
  proxy.cut()
  await expect(page.getByText(tAssets('waiting'))).toBeVisible({ timeout: 20_000 })
  proxy.restore()
  const before = offsets.length
  await page.reload()
  await throttleUploads(page, undefined)
  await expectMeasured(page, name)
  expect(offsets[0]).toBe(0)
  expect(offsets.length).toBeGreaterThan(before)
  expect(Math.min(...offsets.slice(before))).toBeGreaterThan(0)
}

/** Writes the notes and submits the version. */
export async function submitVersion(input: InputDevice, number: number, notes: string): Promise<void> {
  const { page } = input
  await input.write(page.getByLabel(tCommissions('deliver.notes'), { exact: true }), notes)
  await input.press(page.getByRole('button', { name: tCommissions('deliver.submit', { number }) }))
  await expect(
    page.getByRole('heading', { name: tCommissions('act.title.creator.submitted'), exact: true }),
  ).toBeVisible({
    timeout: 60_000,
  })
}

const viewerCanvas = (page: Page) => page.getByRole('application')

export async function expectViewerReady(page: Page): Promise<void> {
  await expect(viewerCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
}

/** Presses the centre of the canvas, also where a low window cuts it, once it neither moves nor is covered. */
export async function pressCentreOfCanvas(page: Page): Promise<void> {
  const box = await viewerCanvas(page).boundingBox()
  if (!box) throw new Error('the viewer canvas has no size')
  await viewerCanvas(page).click({ position: { x: box.width / 2, y: box.height / 2 } })
}

/** Adds a pin at the centre of the canvas. */
export async function addPinAtCentre(input: InputDevice, text: string): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tViewer('tool.pin'), exact: true }))
  await pressCentreOfCanvas(page)
  await input.write(page.getByRole('textbox', { name: tPins('new.text') }), text)
  await input.press(page.getByRole('button', { name: tPins('new.save') }))
  await expect(page.getByRole('button', { name: new RegExp(`^Pin 1, .*${text}`) })).toBeVisible()
}

/** Requests changes: the pin and one more item. */
export async function requestChangesWithPin(input: InputDevice, text: string): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('changes.open', { round: 1, rounds: 2 }) }))
  const dialog = page.getByRole('dialog', { name: tCommissions('changes.title') })
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await input.write(dialog.getByLabel(tCommissions('changes.item', { number: 1 }), { exact: true }), text)
  await input.press(dialog.getByRole('button', { name: tCommissions('changes.send', { count: 2 }) }))
  await expect(dialog).toHaveCount(0)
}

/** Expects the comparison to name the part that moved and its distance. */
export async function expectPartMoved(
  input: InputDevice,
  former: string,
  version: string,
  part: string,
  distance: RegExp,
): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tViewer('compare', { former }) }))
  const table = page.getByRole('region', { name: tViewer('compare.caption', { former, version }) })
  await expect(table.getByRole('row', { name: new RegExp(part) })).toContainText(distance, { timeout: 30_000 })
  // Nothing else moved.
  await expect(table.getByRole('row').filter({ hasText: / mm/ })).toHaveCount(1)
}
