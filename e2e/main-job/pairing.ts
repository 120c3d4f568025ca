import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('pair')

/** Signs a headset in by the code it shows: typed on a device that is signed in, with the number to match. */
export async function pairHeadset(headset: Page, device: Hand, to: string): Promise<void> {
  await headset.goto(`/pair?to=${encodeURIComponent(to)}`)
  const code = await headset.getByLabel(t('show.code')).innerText()
  const match = await headset.locator('strong').innerText()
  const { page } = device
  await page.goto('/pair')
  await device.write(page.getByLabel(t('enter.code'), { exact: true }), code)
  await device.press(page.getByRole('button', { name: t('enter.next') }))
  await device.press(page.getByRole('button', { name: t('found.choose', { number: match }) }))
  await expect(page.getByRole('heading', { name: t('done.title') })).toBeVisible()
  await headset.waitForURL(to)
}
