import { expect, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { stepUpUnlessDone } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'

const tPairing = translationsFor('accounts/pairing')

/**
 * Signs a headset in by the code it shows: typed on a signed-in device, and confirmed with the password of its user and
 * the matching number.
 */
export async function pairHeadset(
  headset: Page,
  device: InputDevice,
  { path, password }: { path: string; password: string },
): Promise<void> {
  await headset.goto(`/pair?to=${encodeURIComponent(path)}`)
  const code = await headset.getByLabel(tPairing('show.code'), { exact: true }).innerText()
  const match = await headset.locator('strong').innerText()
  const { page } = device
  await page.goto('/pair')
  await device.write(page.getByLabel(tPairing('enter.code'), { exact: true }), code)
  await device.press(page.getByRole('button', { name: tPairing('enter.next') }))
  await stepUpUnlessDone(device, page.getByRole('main'), password)
  await device.press(page.getByRole('button', { name: tPairing('found.choose', { number: match }) }))
  await expect(page.getByRole('heading', { name: tPairing('done.title') })).toBeVisible()
  await headset.waitForURL(path)
}
