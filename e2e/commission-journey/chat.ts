import { expect, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { anyText, patternOf, translationsFor } from '../support/translations.ts'

const tConversations = translationsFor('conversations')

const composer = (page: Page) =>
  page.getByRole('textbox', { name: patternOf(tConversations('composer', { title: anyText })) })
const messageItem = (page: Page, text: string) =>
  page
    .getByRole('region', { name: patternOf(tConversations('thread', { title: anyText })) })
    .getByRole('listitem')
    .filter({ hasText: text })

/** Opens a conversation by its title in the list. */
export async function openConversation({ page, press }: InputDevice, title: string): Promise<void> {
  const list = page.getByRole('navigation', { name: tConversations('list') })
  await press(list.getByRole('link', { name: new RegExp(`^${title}`) }).first())
  await expect(page.getByRole('textbox', { name: tConversations('composer', { title }) })).toBeVisible()
}

export async function sendMessage(input: InputDevice, text: string): Promise<void> {
  await input.write(composer(input.page), text)
  await input.page.keyboard.press('Enter')
  await expect(messageItem(input.page, text)).toBeVisible()
  await expect(composer(input.page)).toHaveValue('')
}

export async function expectMessage(page: Page, text: string): Promise<void> {
  await expect(messageItem(page, text)).toBeVisible()
}

/** Types in one window and expects the typing indicator in the other, without the text. */
export async function expectTypingIndicator(writer: InputDevice, reader: Page, name: string): Promise<void> {
  await writer.press(composer(writer.page))
  await writer.page.keyboard.type('Almost there')
  await expect(reader.getByText(tConversations('typing.one', { name }))).toBeVisible()
  await expect(messageItem(reader, 'Almost there')).toHaveCount(0)
  await writer.page.keyboard.press('ControlOrMeta+A')
  await writer.page.keyboard.press('Delete')
}

/** Expects the writer's last message to be marked as read. */
export async function expectRead(page: Page, text: string): Promise<void> {
  await expect(messageItem(page, text)).toContainText(tConversations('read'))
}

export async function editMessage(input: InputDevice, before: string, after: string): Promise<void> {
  const { page } = input
  await runMessageAction(input, before, tConversations('action.edit'))
  await expect(composer(page)).toHaveValue(before)
  await input.write(composer(page), after)
  await input.press(page.getByRole('button', { name: tConversations('edit.save') }))
  await expect(messageItem(page, after)).toContainText(tConversations('edited'))
}

export async function deleteMessage(input: InputDevice, text: string): Promise<void> {
  const { page } = input
  await runMessageAction(input, text, tConversations('action.delete'))
  await input.press(page.getByRole('dialog').getByRole('button', { name: tConversations('delete.do') }))
  await expectDeleted(page, text)
}

/** Expects the text to be gone and the deleted-message placeholder in its place. */
export async function expectDeleted(page: Page, text: string): Promise<void> {
  await expect(messageItem(page, text)).toHaveCount(0)
  await expect(messageItem(page, tConversations('deleted'))).toBeVisible()
}

async function runMessageAction(input: InputDevice, text: string, action: string): Promise<void> {
  const { page } = input
  const item = messageItem(page, text)
  await item.hover()
  await input.press(item.getByRole('button', { name: patternOf(tConversations('actions', { name: anyText })) }))
  await input.press(page.getByRole('menuitem', { name: action, exact: true }))
}
