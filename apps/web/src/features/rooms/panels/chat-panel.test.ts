import { maxMessageGraphemes } from '@veranda/core/conversations/messages/message.ts'
import { expect, test, vi } from 'vitest'
import { chatPanel } from './chat-panel.ts'
import { type TypingRequest } from './panel-context.ts'

const messageFrom = (id: string, text: string, waits = false) => ({ id, by: 'Kenji Arai', text, pending: waits })

function panelContext() {
  const typingRequests: TypingRequest[] = []
  const navigate = { to: vi.fn(), back: vi.fn(), toMenu: vi.fn(), close: vi.fn() }
  const base = { direction: 'ltr', language: 'en' } as const
  return {
    base,
    t: (key: string) => key,
    navigate,
    openKeyboard: (request: TypingRequest) => void typingRequests.push(request),
    typingRequests,
  }
}

test('the panel shows the messages with their authors, and marks unsent ones', () => {
  const chat = {
    messages: [messageFrom('a', 'The rail is higher.'), messageFrom('b', 'Thank you', true)],
    send: vi.fn(),
  }
  const { model } = chatPanel(panelContext(), chat)
  expect(model.rows).toMatchObject([
    { text: 'The rail is higher.', detail: 'Kenji Arai' },
    { text: 'Thank you', detail: 'scene.chat.waits' },
    { buttons: [{ id: 'reply:yes' }, { id: 'reply:moment' }, { id: 'reply:look' }] },
  ])
  expect(model.lead).toBeUndefined()
  expect(chatPanel(panelContext(), { ...chat, messages: [] }).model.lead).toBe('scene.chat.none')
})

test('the panel opens before the messages are there, and goes back', () => {
  const context = panelContext()
  const { model, handleAction } = chatPanel(context, 'loading')
  expect(model).toMatchObject({ title: 'tab.chat', lead: 'scene.chat.loading', rows: [] })
  handleAction('back')
  expect(context.navigate.back).toHaveBeenCalledTimes(1)
})

test('a quick reply is sent with one press, a message by the keyboard, and going back sends nothing', () => {
  const send = vi.fn()
  const context = panelContext()
  const { handleAction } = chatPanel(context, { messages: [], send })
  handleAction('reply:moment')
  expect(send).toHaveBeenCalledExactlyOnceWith('scene.chat.moment')
  handleAction('write')
  context.typingRequests[0]?.onDone('Higher still')
  expect(send).toHaveBeenLastCalledWith('Higher still')
  handleAction('back')
  expect(context.navigate.back).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenCalledTimes(2)
})

test('a message takes as many characters as on the page, counted as the reader sees them', () => {
  const context = panelContext()
  chatPanel(context, { messages: [], send: vi.fn() }).handleAction('write')
  const isTooLong = context.typingRequests[0]?.isTooLong
  const letter = 'e\u0301'
  expect(isTooLong?.(letter.repeat(maxMessageGraphemes))).toBe(false)
  expect(isTooLong?.(letter.repeat(maxMessageGraphemes + 1))).toBe(true)
})
