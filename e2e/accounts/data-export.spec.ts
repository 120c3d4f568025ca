import { readFile } from 'node:fs/promises'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { stepUpIn } from '../support/step-up.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('accounts/settings')

test(
  'a copy of one’s data is asked for, appears in every tab, and is downloaded',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
    const { page } = window
    const maya = mouseInput(page)
    await signInAsDemoUser(maya, 'Maya Torres')
    await page.goto('/settings')
    const other = await window.openTab()
    await other.goto('/settings')
    const cardIn = (tab: typeof page) => tab.getByRole('region', { name: t('export'), exact: true })
    await expect(cardIn(other).getByRole('button', { name: t('export.request') })).toBeVisible()
    await maya.press(cardIn(page).getByRole('button', { name: t('export.request') }))
    const dialog = page.getByRole('dialog')
    await stepUpIn(maya, dialog, { firstName: 'Maya' })
    await maya.press(dialog.getByRole('button', { name: t('export.request') }))
    for (const tab of [page, other]) await expect(cardIn(tab).getByText(t('export.ready'))).toBeVisible()
    await maya.press(cardIn(page).getByRole('button', { name: t('export.download') }))
    const downloading = page.waitForEvent('download')
    await maya.press(dialog.getByRole('button', { name: t('export.download') }))
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^veranda-\d{4}-\d\d-\d\d\.zip$/)
    const bytes = await readFile(await download.path())
    // The first entry of a zip, and the record that only a complete one ends with.
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    expect(bytes.includes('PK\u0005\u0006', bytes.length - 22, 'latin1')).toBe(true)
    await window.close()
  },
)
