import { decodeBase32, totpCodeAt } from '@veranda/server/features/accounts/second-factor/testing/rfc6238.ts'
import type { Locator, Page } from '@playwright/test'
import { newEmail, openMailedLink, registerAndReturnTo } from '../commission-journey/find-creator.ts'
import { expectSnackbar } from '../commission-journey/notifications.ts'
import { pairHeadset } from '../main-job/headset-pairing.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { type InputDevice, mouseInput } from '../support/browser/input-device.ts'
import { keyboardInput } from '../support/browser/keyboard-input.ts'
import { matrixOnly } from '../support/scope.ts'
import { expectSignedOut, signInAsDemoUser, signOut } from '../support/sign-in.ts'
import { stepUpIn, stepUpUnlessDone } from '../support/step-up.ts'
import { stripedPng } from '../support/test-images.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('accounts/settings')
const tLegal = translationsFor('legal')
const tEmailChange = translationsFor('accounts/email-change')
const tOneTimeLinks = translationsFor('accounts/one-time-links')
const tPasswordReset = translationsFor('accounts/password-reset')
const tPayments = translationsFor('payments')
const tSignIn = translationsFor('accounts/sign-in')
const tSignOut = translationsFor('accounts/sign-out')
const tSocial = translationsFor('accounts/social')
const tStepUp = translationsFor('accounts/step-up')

const password = 'walnut desk for two'
const nextPassword = 'a lamp above the desk'
const thirdPassword = 'nine lamps and a stool'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
/** The open dialog; a toast is one too, which blocks nothing. */
const dialogIn = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false])')
const field = (within: Page | Locator, name: string) => within.getByLabel(name, { exact: true })

/** Opens a dialog by its button, confirms who it is unless that is done, and returns the dialog. */
async function openDialog(input: InputDevice, opener: Locator, credential?: string): Promise<Locator> {
  const { page } = input
  await input.press(opener)
  const dialog = dialogIn(page)
  await expect(dialog).toBeVisible()
  if (credential !== undefined) await stepUpIn(input, dialog, { password: credential })
  return dialog
}

async function signInWithPassword(input: InputDevice, email: string, secret: string): Promise<void> {
  const { page } = input
  await input.write(field(page, tSignIn('email')), email)
  await input.write(field(page, tSignIn('password')), secret)
  await input.press(button(page, tSignIn('login.submit')))
}

/** Gives the browser an authenticator whose user touches it at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test(
  'someone with a keyboard alone changes everything of the settings of an account',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(300_000)
    const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
    const { page } = window
    const input = keyboardInput(page)
    const kim = { name: 'Kim Keys', email: newEmail('kim'), password }
    await registerAndReturnTo(input, '/settings', kim)

    await test.step('name and theme', async () => {
      await input.write(field(page, t('name')), 'Kim Tasten')
      await input.press(button(page, t('save')).first())
      await expect(page.getByText(t('saved'), { exact: true })).toBeVisible()
      await expect.poll(() => world.rows('select 1 from users where name = $1', ['Kim Tasten'])).toHaveLength(1)
      await input.choose(page.getByRole('radio', { name: 'Dusk' }))
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dusk')
    })

    await test.step('picture', async () => {
      const choosing = page.waitForEvent('filechooser')
      await input.press(button(page, t('avatar.upload')))
      const chooser = await choosing
      await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: stripedPng(600, 400, 40) })
      const dialog = page.getByRole('dialog', { name: t('avatar.crop') })
      const picture = dialog.getByLabel(t('avatar.crop.picture'), { exact: true })
      await expect(picture).toBeFocused()
      const place = () => picture.locator('img').first().getAttribute('style')
      const before = await place()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('+')
      await expect.poll(place).not.toBe(before)
      await input.press(button(dialog, t('avatar.save')))
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(t('avatar.saved'))).toBeVisible()
    })

    await test.step('address', async () => {
      const moved = newEmail('kim-moved')
      const dialog = await openDialog(input, button(page, t('email.change')), password)
      await input.write(field(dialog, t('email.new')), moved)
      await input.press(button(dialog, t('email.send')))
      await openMailedLink(input)
      await input.press(button(page, tEmailChange('verify-email.submit')))
      await input.press(page.getByRole('link', { name: tEmailChange('verify-email.done.go') }))
      await expect(page.getByText(moved, { exact: true })).toBeVisible()
      kim.email = moved
    })

    await test.step('a copy of one’s data', async () => {
      const card = page.getByRole('region', { name: t('export'), exact: true })
      const dialog = await openDialog(input, button(card, t('export.request')))
      await input.press(button(dialog, t('export.request')))
      await expect(card.getByText(t('export.ready'), { exact: true })).toBeVisible({ timeout: 30_000 })
      await input.press(button(card, t('export.download')))
      const downloading = page.waitForEvent('download')
      await input.press(button(dialogIn(page), t('export.download')))
      await downloading
      await page.keyboard.press('Escape')
      await expect(dialogIn(page)).toHaveCount(0)
    })

    await test.step('password', async () => {
      await page.goto('/settings/security')
      await input.write(field(page, t('password.current')), password)
      await input.write(field(page, t('password.next')), nextPassword)
      await input.press(button(page, t('password.do')))
      await expect(page.getByText(t('password.done'), { exact: true })).toBeVisible()
    })

    await test.step('a provider', async () => {
      await page.reload()
      const linking = await openDialog(input, button(page, providerAction('methods.link.label')))
      await stepUpUnlessDone(input, linking, nextPassword)
      await input.press(button(linking, tSocial('methods.link.do', { provider: 'TikTok' })))
      await input.press(page.getByRole('button', { name: tSocial('sandbox.continue', { name: 'Nia Newcomer' }) }))
      await expect(page.getByText(tSocial('methods.done.linked', { provider: 'TikTok' }))).toBeVisible()
      const unlinking = await openDialog(input, button(page, providerAction('methods.unlink.label')))
      await input.press(button(unlinking, tSocial('methods.unlink')))
      await expect(page.getByText(tSocial('methods.done.unlinked', { provider: 'TikTok' }))).toBeVisible()
    })

    await test.step('a headset, and other devices', async () => {
      const headset = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
      await pairHeadset(headset.page, input, { path: '/dashboard', password: nextPassword })
      await page.goto('/settings/security')
      const ending = await openDialog(input, page.getByRole('button', { name: /^Sign out .+ on .+/ }).first())
      await input.press(button(ending, t('device.end.do')))
      await expect(ending).toHaveCount(0)
      await headset.page.reload()
      await expectSignedOut(headset.page)
      await headset.page.goto('/login')
      await signInWithPassword(mouseInput(headset.page), kim.email, nextPassword)
      await headset.page.waitForURL('/dashboard')
      await page.reload()
      const others = await openDialog(input, button(page, t('device.end.others')))
      await input.press(button(others, t('device.end.others.do')))
      await expect(page.getByText(t('device.end.others.done'))).toBeVisible()
      await headset.close()
    })

    await test.step('new terms', async () => {
      await world.rows('update users set terms_version = 1 where email = $1', [kim.email])
      await page.goto('/dashboard')
      const dialog = page.getByRole('dialog', { name: tLegal('changes.ask.title') })
      await input.press(button(dialog, tLegal('changes.ask.agree')))
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the deletion, and keeping the account', async () => {
      await page.goto('/settings')
      const dialog = await openDialog(input, button(page, t('deletion.do')))
      await stepUpUnlessDone(input, dialog, nextPassword)
      await input.write(field(dialog, t('deletion.word.label', { word: t('deletion.word') })), t('deletion.word'))
      await input.press(button(dialog, t('deletion.do')))
      await expect(dialog).toHaveCount(0)
      await input.press(button(page, t('deletion.keep')))
      await expect(page.getByText(t('deletion.kept.done'))).toBeVisible()
    })

    await test.step('signing out with a draft, and a forgotten password', async () => {
      await page.evaluate(() => localStorage.setItem('draft to someone', 'Hello'))
      await signOut(input, 'Kim')
      const dialog = page.getByRole('dialog', { name: tSignOut('title') })
      await input.press(button(dialog, tSignOut('do')))
      await expectSignedOut(page)
      await input.press(page.getByRole('link', { name: tSignIn('login.forgot') }))
      await input.write(field(page, tSignIn('email')), kim.email)
      await input.press(button(page, tPasswordReset('forgot.submit')))
      await openMailedLink(input)
      await input.write(field(page, tPasswordReset('new.password')), thirdPassword)
      await input.press(button(page, tPasswordReset('new.submit')))
      await input.press(page.getByRole('link', { name: tOneTimeLinks('sign-in'), exact: true }))
      await signInWithPassword(input, kim.email, thirdPassword)
      await page.waitForURL('/dashboard')
    })
    await window.close()
  },
)

/** Returns a message about TikTok, which is one of three alike. */
const providerAction = (key: 'methods.link.label' | 'methods.unlink.label') => tSocial(key, { provider: 'TikTok' })

test(
  'someone with a keyboard alone sets up and removes a passkey and sign-in codes, and says where their money goes',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(300_000)
    const window = await openBrowserWindow(browser, world.server.url.replace('127.0.0.1', 'localhost'), {
      reducedMotion: 'reduce',
    })
    const { page } = window
    const input = keyboardInput(page)
    await addAuthenticator(page)
    await signInAsDemoUser(input, 'Kenji Arai')
    await page.goto('/settings/security')

    const adding = await openDialog(input, button(page, t('passkey.add')))
    await input.press(button(adding, tStepUp('demo.do', { name: 'Kenji' })))
    await input.press(button(adding, t('passkey.add')))
    const list = page.getByRole('list', { name: t('passkeys'), exact: true })
    await expect(list.getByRole('listitem')).toHaveCount(1)

    const renaming = await openDialog(input, list.getByRole('button', { name: /^Rename / }))
    await input.write(field(renaming, t('passkey.name')), 'My laptop')
    await page.keyboard.press('Enter')
    await expect(renaming).toHaveCount(0)

    const setUp = await openDialog(input, button(page, t('totp.set-up')))
    const secret = decodeBase32((await setUp.getByLabel(t('totp.key')).inputValue()).replaceAll(' ', ''))
    await input.write(setUp.getByLabel(t('totp.code')), totpCodeAt(secret, Date.now()))
    await input.press(button(setUp, t('totp.turn-on')))
    const codes = setUp.getByRole('list', { name: t('recovery'), exact: true })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    const former = await codes.innerText()
    await input.press(button(setUp, t('recovery.saved')))
    await expect(setUp).toHaveCount(0)

    const replacing = await openDialog(input, button(page, t('recovery.new')))
    await input.press(button(replacing, t('recovery.new.do')))
    const next = replacing.getByRole('list', { name: t('recovery'), exact: true })
    await expect(next.getByRole('listitem')).toHaveCount(10)
    expect(await next.innerText()).not.toBe(former)
    await input.press(button(replacing, t('recovery.saved')))
    await expect(replacing).toHaveCount(0)

    const turningOff = await openDialog(input, button(page, t('totp.turn-off')))
    await input.press(button(turningOff, t('totp.turn-off')))
    await expect(page.getByText(t('totp.turned-off'))).toBeVisible()

    const removing = await openDialog(input, button(page, t('passkey.remove.label', { name: 'My laptop' })))
    await input.press(button(removing, t('passkey.remove.do')))
    await expectSnackbar(page, t('passkey.removed'))
    await expect(page.getByText(t('passkeys.none'))).toBeVisible()

    await page.goto('/payment')
    const account = await openDialog(input, button(page, tPayments('account.add')))
    await input.write(field(account, tPayments('account.holder')), 'Kenji Arai')
    await input.write(field(account, tPayments('account.iban')), 'DE89370400440532013000')
    await page.keyboard.press('Enter')
    await expect(account).toHaveCount(0)
    await expect(page.getByText(/3000/).first()).toBeVisible()
    await window.close()
  },
)
