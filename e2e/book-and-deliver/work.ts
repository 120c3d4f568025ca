import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { type Line, sendSlowly } from '../support/line.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('projects')
const w = wordsOf('works')
const v = wordsOf('viewer')
const n = wordsOf('pins')

const input = (page: Page) => page.locator('label', { hasText: w('add') }).locator('input')

/** Chooses a model and waits until it was checked and measured. */
export async function addModel(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await input(page).setInputFiles({ name, mimeType: 'model/gltf-binary', buffer: Buffer.from(bytes) })
  await expectMeasured(page, name)
}

export async function expectMeasured(page: Page, name: string): Promise<void> {
  const row = page
    .getByRole('list', { name: w('list') })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(row.getByText(w('gate.green'))).toBeVisible({ timeout: 60_000 })
}

/**
 * The same over a slow line that is torn in the middle, and with the page loaded anew before it is there; it goes on from
 * what had arrived.
 */
export async function addModelOverABadLine(page: Page, line: Line, name: string, bytes: Uint8Array): Promise<void> {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await sendSlowly(page, bytes.length / 20)
  await input(page).setInputFiles({ name, mimeType: 'model/gltf-binary', buffer: Buffer.from(bytes) })
  const bar = page.getByRole('progressbar', { name: w('sending', { name }) })
  const share = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(share, { timeout: 20_000 }).toBeGreaterThan(30)
  line.cut()
  await expect(page.getByText(w('waiting'))).toBeVisible({ timeout: 20_000 })
  line.mend()
  const before = offsets.length
  await page.reload()
  await sendSlowly(page, undefined)
  await expectMeasured(page, name)
  expect(offsets[0]).toBe(0)
  expect(offsets.length).toBeGreaterThan(before)
  expect(Math.min(...offsets.slice(before))).toBeGreaterThan(0)
}

/** Notes, and the version before the client. */
export async function submit(hand: Hand, number: number, notes: string): Promise<void> {
  const { page } = hand
  await hand.write(page.getByLabel(t('deliver.notes'), { exact: true }), notes)
  await hand.press(page.getByRole('button', { name: t('deliver.submit', { number }) }))
  await expect(page.getByRole('heading', { name: t('act.title.creator.submitted'), exact: true })).toBeVisible({
    timeout: 60_000,
  })
}

const stage = (page: Page) => page.getByRole('application')

export async function expectStage(page: Page): Promise<void> {
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
}

/** Points at the middle of the work and says what should be otherwise. */
export async function pinInTheMiddle(hand: Hand, text: string): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: v('tool.pin'), exact: true }))
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('there is no stage')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await hand.write(page.getByRole('textbox', { name: n('new.text') }), text)
  await hand.press(page.getByRole('button', { name: n('new.save') }))
  await expect(page.getByRole('button', { name: new RegExp(`^Pin 1, .*${text}`) })).toBeVisible()
}

/** A round of changes from the pin and one more item. */
export async function askForBoth(hand: Hand, text: string): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('changes.open', { round: 1, rounds: 2 }) }))
  const dialog = page.getByRole('dialog', { name: t('changes.title') })
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await hand.write(dialog.getByLabel(t('changes.item', { number: 1 }), { exact: true }), text)
  await hand.press(dialog.getByRole('button', { name: t('changes.send', { count: 2 }) }))
  await expect(dialog).toHaveCount(0)
}

/** The comparison says which part moved, and by how much. */
export async function expectMoved(
  hand: Hand,
  former: string,
  version: string,
  part: string,
  by: RegExp,
): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: v('compare', { former }) }))
  const table = page.getByRole('region', { name: v('compare.caption', { former, version }) })
  await expect(table.getByRole('row', { name: new RegExp(part) })).toContainText(by, { timeout: 30_000 })
  // One line of headings and one of the part: nothing else moved.
  await expect(table.getByRole('row')).toHaveCount(2)
}
