import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('messages')

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
const message = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Messages with / })
    .getByRole('listitem')
    .filter({ hasText: text })

/** Opens a conversation by its title in the list of all. */
export async function openTalk({ page, press }: Hand, title: string): Promise<void> {
  const list = page.getByRole('navigation', { name: t('list') })
  await press(list.getByRole('link', { name: new RegExp(`^${title}`) }).first())
  await expect(page.getByRole('textbox', { name: t('composer', { title }) })).toBeVisible()
}

export async function say(hand: Hand, text: string): Promise<void> {
  await hand.write(field(hand.page), text)
  await hand.page.keyboard.press('Enter')
  await expect(message(hand.page, text)).toBeVisible()
  await expect(field(hand.page)).toHaveValue('')
}

export async function expectSaid(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toBeVisible()
}

/** One side types, and the other sees that it does; the text reaches it only when it is sent. */
export async function expectTypingSeen(writer: Hand, reader: Page, name: string): Promise<void> {
  await writer.press(field(writer.page))
  await writer.page.keyboard.type('Almost there')
  await expect(reader.getByText(t('typing.one', { name }))).toBeVisible()
  await expect(message(reader, 'Almost there')).toHaveCount(0)
  await writer.page.keyboard.press('ControlOrMeta+A')
  await writer.page.keyboard.press('Delete')
}

/** The writer sees that the last message was read. */
export async function expectRead(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toContainText(t('read'))
}

export async function edit(hand: Hand, before: string, after: string): Promise<void> {
  const { page } = hand
  await actOn(hand, before, t('action.edit'))
  await expect(field(page)).toHaveValue(before)
  await hand.write(field(page), after)
  await hand.press(page.getByRole('button', { name: t('edit.save') }))
  await expect(message(page, after)).toContainText(t('edited'))
}

export async function remove(hand: Hand, text: string): Promise<void> {
  const { page } = hand
  await actOn(hand, text, t('action.delete'))
  await hand.press(page.getByRole('dialog').getByRole('button', { name: t('delete.do') }))
  await expectGone(page, text)
}

/** Deleted for everybody: the place stays, the text does not. */
export async function expectGone(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toHaveCount(0)
  await expect(message(page, t('deleted'))).toBeVisible()
}

async function actOn(hand: Hand, text: string, act: string): Promise<void> {
  const { page } = hand
  const one = message(page, text)
  await one.hover()
  await hand.press(one.getByRole('button', { name: /^Actions for the message of / }))
  await hand.press(page.getByRole('menuitem', { name: act, exact: true }))
}
