import { expect, type Locator } from '@playwright/test'
import type { InputDevice } from './browser/input-device.ts'
import { anyText, patternOf, translationsFor } from './translations.ts'

const t = translationsFor('accounts/step-up')

/** Completes the step-up in a dialog above 500.00: with the password, or with one press for demo users. */
export async function stepUpIn(
  input: Pick<InputDevice, 'press' | 'write'>,
  dialog: Locator,
  credential: { firstName: string } | { password: string },
): Promise<void> {
  if ('password' in credential) {
    await input.write(dialog.getByLabel(t('password'), { exact: true }), credential.password)
    await input.press(dialog.getByRole('button', { name: t('do'), exact: true }))
  } else
    await input.press(dialog.getByRole('button', { name: t('demo.do', { name: credential.firstName }), exact: true }))
  await expect(dialog.getByText(patternOf(t('done', { time: anyText })))).toBeVisible()
}

/** Completes the step-up of a user with a password, unless it is done already. */
export async function stepUpUnlessDone(
  input: Pick<InputDevice, 'press' | 'write'>,
  dialog: Locator,
  password: string,
): Promise<void> {
  const confirmed = dialog.getByText(patternOf(t('done', { time: anyText })))
  const asked = dialog.getByLabel(t('password'), { exact: true })
  await expect(confirmed.or(asked).first()).toBeVisible()
  if (await asked.isVisible()) await stepUpIn(input, dialog, { password })
}
