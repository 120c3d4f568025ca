import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import { openMailedLink, registerAndReturnTo, newEmail } from '../commission-journey/find-creator.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expectSignedOut, signOut } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'

const tSignIn = translationsFor('accounts/sign-in')
const tEmailChange = translationsFor('accounts/email-change')
const tOneTimeLinks = translationsFor('accounts/one-time-links')
const tPasswordReset = translationsFor('accounts/password-reset')
const tPasswords = translationsFor('accounts/passwords')
const tSettings = translationsFor('accounts/settings')

test('registered by a mailed link, a new password by another, and a changed address that its former owner takes back', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  const input = mouseInput(page)
  const nora = { name: 'Nora Weiss', email: newEmail('nora'), password: 'walnut desk for two' }
  // Query and fragment survive the registration and its mail.
  await registerAndReturnTo(input, '/search?q=desk#results', nora)
  await signOut(input, 'Nora')
  await expectSignedOut(page)

  const next = 'a lamp above the desk'
  await input.press(page.getByRole('link', { name: tSignIn('login.forgot') }))
  // The form before it has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: tPasswordReset('forgot.title') })).toBeVisible()
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), nora.email)
  await input.press(page.getByRole('button', { name: tPasswordReset('forgot.submit') }))
  await openMailedLink(input)
  await input.write(page.getByLabel(tPasswordReset('new.password'), { exact: true }), next)
  await expect(page.getByText(tPasswords('strength.strong'))).toBeVisible()
  await input.press(page.getByRole('button', { name: tPasswordReset('new.submit') }))
  await input.press(page.getByRole('link', { name: tOneTimeLinks('sign-in'), exact: true }))
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), nora.email)
  await input.write(page.getByLabel(tSignIn('password'), { exact: true }), next)
  await input.press(page.getByRole('button', { name: tSignIn('login.submit') }))
  await expect(page).toHaveURL('/dashboard')

  const moved = newEmail('nora-moved')
  await page.goto('/settings')
  await input.press(page.getByRole('button', { name: tSettings('email.change') }))
  const dialog = page.getByRole('dialog')
  await stepUpIn(input, dialog, { password: next })
  await input.write(dialog.getByLabel(tSettings('email.new'), { exact: true }), moved)
  await input.press(dialog.getByRole('button', { name: tSettings('email.send') }))
  await openMailedLink(input)
  await input.press(page.getByRole('button', { name: tEmailChange('verify-email.submit') }))
  await input.press(page.getByRole('link', { name: tEmailChange('verify-email.done.go') }))
  await expect(page.getByText(moved, { exact: true })).toBeVisible()

  // The mail to the former address, which no page shows.
  const undoLink = async () => {
    const reply = await page.request.post(`/api${listSandboxMailTo.path}`, { data: { email: nora.email } })
    return /\/undo-email#[\w-]{43}/.exec(await reply.text())?.[0] ?? ''
  }
  await expect.poll(undoLink).not.toBe('')
  await page.goto(await undoLink())
  await input.press(page.getByRole('button', { name: tEmailChange('undo-email.submit') }))
  await expect(page.getByRole('heading', { level: 1, name: tEmailChange('undo-email.done.title') })).toBeVisible()
  await input.press(page.getByRole('link', { name: tOneTimeLinks('sign-in'), exact: true }))
  // The old password is gone with the sessions.
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), nora.email)
  await input.write(page.getByLabel(tSignIn('password'), { exact: true }), next)
  await input.press(page.getByRole('button', { name: tSignIn('login.submit') }))
  await expect(page.getByText(tSignIn('invalid'))).toBeVisible()
  await window.close()
})
