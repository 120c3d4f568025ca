import type { Locator } from '@playwright/test'
import type { InputDevice } from './browser/input-device.ts'
import { translationsFor } from './translations.ts'

const t = translationsFor('commissions')

/** Confirms a release in its dialog at both places; the second one counts a second after the first. */
export async function confirmRelease(input: Pick<InputDevice, 'press'>, dialog: Locator): Promise<void> {
  await input.press(dialog.getByRole('button', { name: t('approve.go'), exact: true }))
  await input.press(dialog.getByRole('group', { name: t('approve.second') }).getByRole('button'))
}
