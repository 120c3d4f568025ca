import { expect, type Locator } from '@playwright/test'
import type { Hand } from './hand.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('confirm')

/** Above 500.00 the dialog asks anew who one is: by the password, or by one press for people of the demo world. */
export async function confirmIn(
  hand: Pick<Hand, 'press' | 'write'>,
  dialog: Locator,
  by: { firstName: string } | { password: string },
): Promise<void> {
  if ('password' in by) {
    await hand.write(dialog.getByLabel(t('password'), { exact: true }), by.password)
    await hand.press(dialog.getByRole('button', { name: t('do'), exact: true }))
  } else await hand.press(dialog.getByRole('button', { name: t('demo.do', { name: by.firstName }), exact: true }))
  await expect(dialog.getByText(/^Confirmed until /)).toBeVisible()
}
