import { matrixOnly } from './support/scope.ts'
import { sendMessage, listConversations } from '@veranda/contract/conversations/routes.ts'
import { randomUUID } from 'node:crypto'
import { signInAsDemoUser } from './support/sign-in.ts'
import { mouseInput } from './support/browser/input-device.ts'
import { openApiClient } from './support/api-client.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { translationsFor } from './support/translations.ts'
import { expect, test } from './support/fixtures.ts'
import { readingChairProject } from './support/reading-chair.ts'

const tConversations = translationsFor('conversations')
const tCommissions = translationsFor('commissions')
const messageText = 'Could the armrests be a little rounder at the front?'

test(
  'a chat message becomes a change request, which links back to the message',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const kenji = await openApiClient(url, 'Kenji')
    const chair = await readingChairProject(kenji)
    const [conversation] = (await kenji.call(listConversations, { query: { projectId: chair.projectId } })).items
    const body = { clientId: randomUUID(), message: messageText, assetIds: [] }
    await kenji.call(sendMessage, { params: { id: conversation?.id ?? '' }, body })

    const window = await openBrowserWindow(browser, url, { reducedMotion: 'reduce' })
    const { page } = window
    const maya = mouseInput(page)
    await signInAsDemoUser(maya, 'Maya Torres')
    await page.goto(`/projects/${chair.projectId}?view=chat`)
    const message = page.getByRole('listitem').filter({ hasText: messageText })
    await message.hover()
    await maya.press(message.getByRole('button', { name: tConversations('actions', { name: 'Kenji Arai' }) }))
    await maya.press(page.getByRole('menuitem', { name: tCommissions('changes.from-chat') }))
    const dialog = page.getByRole('dialog', { name: tCommissions('changes.title') })
    await expect(dialog.getByLabel(tCommissions('changes.item', { number: 1 }), { exact: true })).toHaveValue(
      messageText,
    )
    await maya.press(dialog.getByRole('button', { name: /^Send \d+ changes?/ }))
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/ask=/)

    await maya.press(page.getByRole('link', { name: tCommissions('changes.message') }))
    await expect(page).toHaveURL(/view=chat/)
    await expect(page.getByRole('listitem').filter({ hasText: messageText })).toBeVisible()
    await window.close()
  },
)
