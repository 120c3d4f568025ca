import { decodeBase32, totpCodeAt } from '@veranda/server/features/accounts/second-factor/testing/rfc6238.ts'
import type { Locator, Page } from '@playwright/test'
import { newEmail, openMailedLink, registerAndReturnTo } from '../commission-journey/find-creator.ts'
import { type BrowserWindow, openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { type InputDevice, mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { auditPage, axeViolations } from '../support/browser/page-audit.ts'
import { matrixOnly } from '../support/scope.ts'
import { signOut } from '../support/sign-in.ts'
import { stripedPng } from '../support/test-images.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('accounts/settings')
const tLegal = translationsFor('legal')
const tPasswordReset = translationsFor('accounts/password-reset')
const tRegistration = translationsFor('accounts/registration')
const tSignIn = translationsFor('accounts/sign-in')
const tSignOut = translationsFor('accounts/sign-out')
const tSocial = translationsFor('accounts/social')
const tStepUp = translationsFor('accounts/step-up')

const password = 'walnut desk for two'

/** Opens a window at an address with a name, which passkeys need. */
function openWindow(browser: Parameters<typeof openBrowserWindow>[0], url: string): Promise<BrowserWindow> {
  return openBrowserWindow(browser, url.replace('127.0.0.1', 'localhost'), {
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
}

/** Opens a dialog, audits it, does what else is in it, and closes it. */
async function auditDialog(page: Page, opener: Locator, name: string, more?: (dialog: Locator) => Promise<void>) {
  await test.step(name, async () => {
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await auditPage(page, name)
    await more?.(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}

test('the ways into an account are accessible up to their mails', matrixOnly, async ({ world, browser }) => {
  test.setTimeout(300_000)
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  const input = mouseInput(page)
  await page.goto('/forgot-password')
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), newEmail('nobody'))
  await input.press(page.getByRole('button', { name: tPasswordReset('forgot.submit') }))
  await expect(page.getByRole('heading', { level: 1, name: tPasswordReset('sent.title') })).toBeVisible()
  await auditPage(page, 'a link to reset a password was sent')

  await page.goto('/register')
  await input.write(page.getByLabel(tSignIn('name'), { exact: true }), 'Nora Weiss')
  await input.write(page.getByLabel(tSignIn('email'), { exact: true }), newEmail('nora'))
  await input.write(page.getByLabel(tSignIn('password'), { exact: true }), password)
  await input.choose(page.getByRole('checkbox', { name: tSignIn('consent') }))
  await input.press(page.getByRole('button', { name: tSignIn('register.submit') }))
  await expect(page.getByRole('heading', { level: 1, name: tRegistration('check.title') })).toBeVisible()
  await auditPage(page, 'a link to confirm an address was sent')
  await openMailedLink(input)
  await expect(page.getByRole('button', { name: tRegistration('verify.submit') })).toBeVisible()
  await auditPage(page, 'confirming an address')

  await page.goto('/login')
  await input.press(page.getByRole('group', { name: tSignIn('social.with') }).getByRole('link', { name: 'Google' }))
  await expect(page.getByRole('heading', { name: tSocial('sandbox.title') })).toBeVisible()
  // A page of the server, which has no theme of the app.
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await axeViolations(page), `the stand-in for a provider, ${width} wide, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await input.press(page.getByRole('button', { name: tSocial('sandbox.continue', { name: 'Nia Newcomer' }) }))
  await expect(page.getByRole('button', { name: tSocial('register.submit') })).toBeVisible()
  await auditPage(page, 'registering with a provider')
  await window.close()
})

test('the dialogs of an account are accessible, and each way to confirm it', matrixOnly, async ({ world, browser }) => {
  test.setTimeout(600_000)
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  const input = mouseInput(page)
  const email = newEmail('nora')
  await registerAndReturnTo(input, '/settings', { name: 'Nora Weiss', email, password })
  const [{ id } = { id: '' }] = await world.rows<{ id: string }>('select id from users where email = $1', [email])

  const changeAddress = page.getByRole('button', { name: t('email.change') })
  await auditDialog(page, changeAddress, 'confirming with a password')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: stripedPng(600, 400, 40) }
  await page.locator('input[type=file]').first().setInputFiles(picture)
  await expect(page.getByRole('dialog', { name: t('avatar.crop') })).toBeVisible()
  await auditPage(page, 'cropping a picture')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const exportCard = page.getByRole('region', { name: t('export'), exact: true })
  await auditDialog(page, exportCard.getByRole('button', { name: t('export.request') }), 'asking for a copy')
  await auditDialog(page, page.getByRole('button', { name: t('deletion.do'), exact: true }), 'deleting the account')

  // The app of an authenticator, and a passkey, as far as the screens show them.
  await world.rows(
    'insert into totp_factors (user_id, secret, created_at, confirmed_at) values ($1, $2, now(), now())',
    [id, 'not read here'],
  )
  await page.reload()
  await auditDialog(page, changeAddress, 'confirming, with a code of the app as another way', async (dialog) => {
    await dialog.getByRole('button', { name: tStepUp('other.totp'), exact: true }).click()
    await expect(dialog.getByLabel(tStepUp('totp'), { exact: true })).toBeVisible()
    await auditPage(page, 'confirming with a code of the app')
  })
  await world.rows('delete from totp_factors where user_id = $1', [id])
  await world.rows('delete from credentials where user_id = $1', [id])
  await page.reload()
  await auditDialog(page, changeAddress, 'before a code by mail', async (dialog) => {
    await dialog.getByRole('button', { name: tStepUp('mail-code.send'), exact: true }).click()
    await expect(dialog.getByLabel(tStepUp('mail-code'), { exact: true })).toBeVisible()
    await auditPage(page, 'confirming with a code by mail')
  })

  // Two, because the last way to sign in is not offered to be removed.
  await world.rows(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, verifies_user, name, created_at)
     select gen_random_uuid(), $1, $2 || name, '', 0, '{}', true, true, name, now()
     from unnest(array['My phone', 'My laptop']) as name`,
    [id, `audited-${id}`],
  )
  await page.goto('/settings/security')
  const named = (key: 'passkey.rename.label' | 'passkey.remove.label') =>
    page.getByRole('button', { name: t(key, { name: 'My phone' }), exact: true })
  await auditDialog(page, named('passkey.rename.label'), 'renaming a passkey')
  await auditDialog(page, named('passkey.remove.label'), 'removing a passkey')

  await world.rows('update users set terms_version = 1 where id = $1', [id])
  await page.goto('/dashboard')
  const terms = page.getByRole('dialog', { name: tLegal('changes.ask.title') })
  await expect(terms).toBeVisible()
  await auditPage(page, 'new terms')
  await terms.getByRole('button', { name: tLegal('changes.ask.later') }).click()
  await expect(terms).toHaveCount(0)

  await page.evaluate(() => localStorage.setItem('draft to someone', 'Hello'))
  await signOut(input, 'Nora')
  await expect(page.getByRole('dialog', { name: tSignOut('title') })).toBeVisible()
  await auditPage(page, 'signing out with a draft')
  await window.close()
})

test(
  'someone with a keyboard alone registers, sets up sign-in codes, and signs in with one',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(300_000)
    const window = await openWindow(browser, world.server.url)
    const { page } = window
    const input = keyboardInput(page)
    const kim = { name: 'Kim Keys', email: newEmail('kim'), password }
    await registerAndReturnTo(input, '/settings/security', kim)
    const secret = await turnCodesOn(input)
    await signOut(input, 'Kim')
    await page.waitForURL('/login')
    await input.write(page.getByLabel(tSignIn('email'), { exact: true }), kim.email)
    await input.write(page.getByLabel(tSignIn('password'), { exact: true }), password)
    await input.press(page.getByRole('button', { name: tSignIn('login.submit'), exact: true }))
    await page.waitForURL('/login/second-factor')
    // The code of the next 30 seconds, because that of these was used.
    await input.write(page.getByLabel(tStepUp('totp'), { exact: true }), totpCodeAt(secret, Date.now() + 30_000))
    await input.press(page.getByRole('button', { name: tStepUp('sign-in.do'), exact: true }))
    await page.waitForURL('/dashboard')
    await window.close()
  },
)

/** Sets up sign-in codes after a step-up, and returns their secret. */
async function turnCodesOn(input: InputDevice): Promise<Buffer> {
  const { page } = input
  await input.press(page.getByRole('button', { name: t('totp.set-up'), exact: true }))
  const dialog = page.getByRole('dialog', { name: t('totp') })
  await input.write(dialog.getByLabel(tStepUp('password'), { exact: true }), password)
  await input.press(dialog.getByRole('button', { name: tStepUp('do'), exact: true }))
  await expect(dialog.getByRole('img', { name: t('totp.qr') })).toBeVisible()
  const secret = decodeBase32((await dialog.getByLabel(t('totp.key')).inputValue()).replaceAll(' ', ''))
  await input.write(dialog.getByLabel(t('totp.code')), totpCodeAt(secret, Date.now()))
  await input.press(dialog.getByRole('button', { name: t('totp.turn-on'), exact: true }))
  await expect(dialog.getByRole('list', { name: t('recovery'), exact: true }).getByRole('listitem')).toHaveCount(10)
  await input.press(dialog.getByRole('button', { name: t('recovery.saved'), exact: true }))
  await expect(dialog).toHaveCount(0)
  return secret
}
