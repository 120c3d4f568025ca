import { startPasskeySignIn } from '@veranda/contract/accounts/passkeys/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { decodeBase32, totpCodeAt } from '@veranda/server/features/accounts/second-factor/testing/rfc6238.ts'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { type InputDevice, mouseInput } from '../support/browser/input-device.ts'
import { auditPage } from '../support/browser/page-audit.ts'
import { isWholeRun, matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser, signOut } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'

const tSettings = translationsFor('accounts/settings')
const tStepUp = translationsFor('accounts/step-up')
const tSignIn = translationsFor('accounts/sign-in')
const password = 'green heron lantern'
const [firstName, name, email] = ['Maya', 'Maya Torres', 'maya@veranda.example'] as const

/** Passkeys need a name, and the other journeys use the address. */
const withName = (url: string) => url.replace('127.0.0.1', 'localhost')

/**
 * Gives the browser an authenticator that checks its user, as a phone or a laptop has one. Returns how to make its user
 * touch it at once, or never: at once, they also take each suggestion in a form.
 */
async function addAuthenticator(page: Page): Promise<(touched: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (enabled) =>
    void (await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }))
}

/** Opens the security settings, and confirms in a dialog of them that it is the demo user. */
async function openDialog(input: InputDevice, button: string, title: string) {
  const { page } = input
  await page.goto('/settings/security')
  await input.press(page.getByRole('button', { name: button, exact: true }))
  const dialog = page.getByRole('dialog', { name: title })
  const confirm = dialog.getByRole('button', { name: tStepUp('demo.do', { name: firstName }), exact: true })
  await expect(confirm.or(dialog.getByText(/^Confirmed until /)).first()).toBeVisible()
  if (await confirm.isVisible()) await input.press(confirm)
  return dialog
}

async function signInWithPassword(input: InputDevice): Promise<void> {
  const { page } = input
  await page.goto('/login')
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), email)
  await input.write(page.getByLabel(tSignIn('password'), { exact: true }), password)
  await input.press(page.getByRole('button', { name: tSignIn('login.submit'), exact: true }))
}

test(
  'a passkey signs in with one press, and sign-in codes are asked for after a password',
  matrixOnly,
  async ({ world, browser }) => {
    const api = await openApiClient(world.server.url, firstName)
    // Nobody knows the password of a demo user, so it is removed before another one is set.
    await world.rows('delete from credentials where user_id = $1', [api.id])
    await api.call(reauthenticate, { body: { method: 'demo' } })
    await api.call(changePassword, { body: { next: password } })
    const window = await openBrowserWindow(browser, withName(world.server.url), { reducedMotion: 'reduce' })
    const { page } = window
    const setTouched = await addAuthenticator(page)
    const input = mouseInput(page)
    await signInAsDemoUser(input, name)

    await test.step('adds a passkey and signs in with it', async () => {
      const dialog = await openDialog(input, tSettings('passkey.add'), tSettings('passkey.add'))
      await input.press(dialog.getByRole('button', { name: tSettings('passkey.add'), exact: true }))
      const list = page.getByRole('list', { name: tSettings('passkeys'), exact: true })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await auditPage(page, 'security with a passkey')
      await setTouched(false)
      const options = `**/api${startPasskeySignIn.path}`
      // The form suggests passkeys by itself, and would sign in with a touch before the press.
      const suggestion = page.waitForResponse(options)
      await signOut(input, firstName)
      await page.waitForURL('/login')
      await suggestion
      // The press ends the suggestion, asks the server, and then waits for a touch that is simulated from its beginning.
      await page.route(options, async (route) => setTouched(true).then(() => route.continue()), { times: 1 })
      await input.press(page.getByRole('button', { name: tStepUp('login.passkey'), exact: true }))
      await page.waitForURL('/dashboard')
      await setTouched(false)
    })

    const { secret, codes } = await test.step('turns sign-in codes on', async () => {
      const dialog = await openDialog(input, tSettings('totp.set-up'), tSettings('totp'))
      await expect(dialog.getByRole('img', { name: tSettings('totp.qr') })).toBeVisible()
      const key = decodeBase32((await dialog.getByLabel(tSettings('totp.key')).inputValue()).replaceAll(' ', ''))
      await auditPage(page, 'setting up sign-in codes')
      await input.write(dialog.getByLabel(tSettings('totp.code')), totpCodeAt(key, Date.now()))
      await input.press(dialog.getByRole('button', { name: tSettings('totp.turn-on'), exact: true }))
      const list = dialog.getByRole('list', { name: tSettings('recovery'), exact: true })
      await expect(list.getByRole('listitem')).toHaveCount(10)
      const shown = await list.getByRole('listitem').allInnerTexts()
      const downloading = page.waitForEvent('download')
      await input.press(dialog.getByRole('button', { name: tSettings('recovery.download'), exact: true }))
      const file = await readFile(await (await downloading).path(), 'utf8')
      for (const code of shown) expect(file).toContain(code)
      await input.press(dialog.getByRole('button', { name: tSettings('recovery.saved'), exact: true }))
      await expect(page.getByText(tSettings('recovery.left', { count: 10 }))).toBeVisible()
      await signOut(input, firstName)
      await page.waitForURL('/login')
      return { secret: key, codes: shown }
    })

    await test.step('signs in with the password and a code', async () => {
      await signInWithPassword(input)
      await page.waitForURL('/login/second-factor')
      await expect(page.getByRole('heading', { name: tStepUp('sign-in.title') })).toBeVisible()
      await auditPage(page, 'second step')
      const field = page.getByLabel(tStepUp('totp'), { exact: true })
      await input.write(field, '000000')
      await input.press(page.getByRole('button', { name: tStepUp('sign-in.do'), exact: true }))
      await expect(page.getByRole('alert').first()).toBeVisible()
      // The code of the next 30 seconds, because that of these was used.
      await input.write(field, totpCodeAt(secret, Date.now() + 30_000))
      await input.press(page.getByRole('button', { name: tStepUp('sign-in.do'), exact: true }))
      await page.waitForURL('/dashboard')
      await signOut(input, firstName)
      await page.waitForURL('/login')
    })

    // The rules of both are tested on the server; every run signs in by a passkey and by a code.
    if (isWholeRun) {
      await test.step('signs in with a recovery code once', async () => {
        const [code = ''] = codes
        for (const works of [true, false]) {
          await signInWithPassword(input)
          await input.press(page.getByRole('button', { name: tStepUp('other.recovery-code'), exact: true }))
          await input.write(page.getByLabel(tStepUp('recovery-code'), { exact: true }), code)
          await input.press(page.getByRole('button', { name: tStepUp('sign-in.do'), exact: true }))
          if (works) {
            await page.waitForURL('/dashboard')
            await signOut(input, firstName)
            await page.waitForURL('/login')
          } else await expect(page.getByRole('alert').first()).toBeVisible()
        }
      })

      await test.step('a passkey that the form suggests is both factors', async () => {
        await setTouched(true)
        await page.goto('/login')
        await page.waitForURL('/dashboard')
      })
    }
    await window.close()
  },
)

test('at an address without a name passkeys are hidden, with a sentence', matrixOnly, async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const input = mouseInput(window.page)
  await signInAsDemoUser(input, name)
  await window.page.goto('/settings/security')
  await expect(
    window.page.getByText(tSettings('passkeys.address', { host: new URL(world.server.url).host })),
  ).toBeVisible()
  await expect(window.page.getByRole('button', { name: tSettings('passkey.add'), exact: true })).toBeHidden()
  await signOut(input, firstName)
  await expect(window.page.getByRole('button', { name: tSignIn('login.submit'), exact: true })).toBeVisible()
  await expect(window.page.getByRole('button', { name: tStepUp('login.passkey'), exact: true })).toBeHidden()
  await window.close()
})
