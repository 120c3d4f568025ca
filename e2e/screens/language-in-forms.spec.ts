import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import type { AvailableLanguage } from '@veranda/i18n/catalogues.ts'
import { type Locator, type Page } from '@playwright/test'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { followReads } from '../support/browser/open-reads.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stripedPng } from '../support/test-images.ts'
import { speak, translationsFor } from '../support/translations.ts'

const tCommissions = translationsFor('commissions')
const tCommon = translationsFor('common')
const tConversations = translationsFor('conversations')
const tShell = translationsFor('shell')
const tTalent = translationsFor('talent')

test.afterEach(() => speak('en'))

const field = (within: Page | Locator, name: string) => within.getByLabel(name, { exact: true })

/** Types in front of the last letters of a field, where the caret then is. */
async function typeInside(page: Page, target: Locator, text: string): Promise<void> {
  await target.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  for (let letters = 0; letters < 4; letters += 1) await page.keyboard.press('ArrowLeft')
}

/** Returns everything of a page that was typed or chosen and is not saved, and where the caret is. */
function readUnsaved(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    const focused = document.activeElement
    return {
      address: location.href,
      values: Array.from(fields, (one) => (one.type === 'file' ? '' : one.value)),
      checked: Array.from(fields, (one) => one instanceof HTMLInputElement && one.checked),
      caret:
        focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement ? focused.selectionStart : null,
    }
  })
}

type Edited = { readonly page: Page; readonly user: ApiClient; readonly openReads: () => string[] }

/**
 * Changes the language on another device, as the picker of this page would take the focus, and expects the page to follow
 * with everything in its place and no field mounted again.
 */
async function expectKept(
  { page, user, openReads }: Edited,
  languages: readonly AvailableLanguage[],
  place: string,
): Promise<void> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  const before = await readUnsaved(page)
  for (const language of languages) {
    await user.call(changeAccount, { body: { language } })
    await expect(page.locator('html'), place).toHaveAttribute('lang', language)
    // What is on screen is read again.
    await expect.poll(openReads).toEqual([])
    expect(await readUnsaved(page), `${place} in ${language}`).toEqual(before)
    const isSame = await focused.evaluate(
      (element) => element?.isConnected === true && element === document.activeElement,
    )
    expect(isSame, `${place} in ${language}: the focus is in the same field`).toBe(true)
  }
  speak(languages.at(-1) ?? 'en')
}

test(
  'a change of the language in the middle of a form loses no word, no caret and nothing unsaved',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const [maya, kenji] = [await openApiClient(url, 'Maya'), await openApiClient(url, 'Kenji')]
    const body = { title: 'A lamp for the hall', brief: 'One lamp, drawn before it is made.', skills: [], budget: null }
    const { id: projectId } = await maya.call(openProject, { body })
    await maya.call(requestCommission, { body: { projectId, creatorId: kenji.id, message: '' } })
    const window = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = window
    const input = mouseInput(page)
    const edited = { page, user: kenji, openReads: followReads(page) }
    await signInAsDemoUser(input, 'Kenji Arai')

    await page.goto('/profile')
    await input.write(field(page, tTalent('edit.headline')), 'Chairs, and what stands beside them')
    await typeInside(page, field(page, tTalent('edit.about')), 'Half a sentence about wood')
    await expectKept(edited, ['ar', 'ja', 'en'], 'the profile')

    await page.getByRole('button', { name: tTalent('edit.item.menu', { title: 'Stool with back' }) }).click()
    await page.getByRole('menuitem', { name: tTalent('edit.item.edit'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await typeInside(page, dialog.getByRole('textbox').first(), 'A stool that has a back')
    await expectKept(edited, ['ja', 'ar', 'en'], 'an open dialog')
    await expect(dialog).toBeVisible()

    await page.goto(`/projects/${projectId}?view=contract`)
    await input.press(page.getByRole('button', { name: tCommissions('editor.open.first') }))
    await input.press(page.getByRole('button', { name: tCommissions('offer.milestone.add') }))
    const second = page.getByRole('group', { name: tCommissions('offer.milestone', { number: 2 }), exact: true })
    await input.write(field(second, tCommissions('offer.title')), 'The shade')
    await input.write(field(second, tCommissions('offer.amount')), '240')
    await typeInside(page, field(page, tCommissions('offer.scope')), 'A lamp as a GLB')
    await expectKept(edited, ['ar', 'ja', 'en'], 'an offer')

    await page.goto('/messages')
    const list = page.getByRole('navigation', { name: tConversations('list') })
    await input.press(list.getByRole('link').first())
    const file = { name: 'lamp.png', mimeType: 'image/png', buffer: stripedPng(320, 240, 40) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('lamp.png')).toBeVisible()
    await typeInside(page, page.getByRole('main').getByRole('textbox').last(), 'Here is the lamp')
    await expectKept(edited, ['ja', 'ar', 'en'], 'the composer')
    await expect(page.getByText('lamp.png')).toBeVisible()

    await page.goto('/projects/new')
    await input.write(field(page, tCommissions('new.title')), 'A table for the hall')
    await input.write(field(page, tCommissions('new.brief')), 'A table beside the lamp.')
    await input.press(page.getByRole('button', { name: tCommon('next'), exact: true }))
    await typeInside(page, field(page, tCommissions('new.budget.from')), '1234567')
    await expectKept(edited, ['ar', 'ja', 'en'], 'a new project')
    // The picker of the page takes the focus, and nothing else.
    const values = () =>
      page
        .getByRole('main')
        .locator('input')
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
    await input.press(page.getByRole('button', { name: tShell('language.pick') }))
    const before = await values()
    await input.press(page.getByRole('menuitemcheckbox', { name: '日本語' }))
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    expect(await values()).toEqual(before)
    await window.close()
  },
)
