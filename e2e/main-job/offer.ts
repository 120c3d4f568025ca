import { expect, type Page } from '@playwright/test'
import { expectSnackbar } from '../commission-journey/notifications.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'

const tCommissions = translationsFor('commissions')
const tCommon = translationsFor('common')

/** The commission: one milestone at 480.00, first proposed at 520.00. */
export const offerData = { title: 'The chair in 3D', asked: '520', agreed: '480', amount: 48_000 } as const

const labelledField = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const firstMilestone = (page: Page) =>
  page.getByRole('group', { name: tCommissions('offer.milestone', { number: 1 }), exact: true })

/** Writes the creator's offer of one milestone. */
export async function makeOffer(input: InputDevice): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('editor.open.first') }))
  await input.write(
    labelledField(page, tCommissions('offer.scope')),
    'A chair as a GLB, parts named, true to the drawings.',
  )
  await input.write(firstMilestone(page).getByLabel(tCommissions('offer.title'), { exact: true }), offerData.title)
  await input.write(firstMilestone(page).getByLabel(tCommissions('offer.amount'), { exact: true }), offerData.asked)
  await input.press(page.getByRole('button', { name: tCommissions('editor.send.offer') }))
  await expectSnackbar(page, tCommissions('editor.sent.offer'))
}

/** Counters with another price and a reason. */
export async function counterOffer(input: InputDevice): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('counter.open') }))
  await input.write(firstMilestone(page).getByLabel(tCommissions('offer.amount'), { exact: true }), offerData.agreed)
  await input.write(labelledField(page, tCommissions('editor.reason.counter')), 'One chair, and no room around it.')
  await input.press(page.getByRole('button', { name: tCommissions('editor.send.counter') }))
  await expectSnackbar(page, tCommissions('editor.sent.counter'))
}

/** Agrees to the counter-offer, which the client must then accept. */
export async function acceptCounter(input: InputDevice): Promise<void> {
  await input.press(input.page.getByRole('button', { name: tCommissions('counter.agree') }))
  await expectSnackbar(input.page, tCommissions('counter.agreed'))
}

/** Accepts exactly this version with the terms. */
export async function acceptOffer(input: InputDevice, number: number): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('accept.open') }))
  const dialog = page.getByRole('dialog', { name: tCommissions('accept.title', { number }) })
  await expect(dialog.getByText(tCommon('version', { number }), { exact: false }).first()).toBeVisible()
  await input.choose(dialog.getByRole('checkbox'))
  await input.press(dialog.getByRole('button', { name: tCommissions('accept.act', { number }) }))
  await expect(dialog).toHaveCount(0)
  await page.waitForURL(/view=milestones/)
}
