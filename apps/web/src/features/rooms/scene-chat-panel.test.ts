import { expect, test, vi } from 'vitest'
import { answerInChat, chatPanel } from './scene-chat-panel.ts'

const base = { direction: 'ltr', language: 'en' } as const
const words = (key: string) => key
const line = (id: string, text: string, waits = false) => ({ id, by: 'Kenji Arai', text, waits })

test('the panel shows who said what, and what has not left yet as such', () => {
  const told = { lines: [line('a', 'The rail is higher.'), line('b', 'x'.repeat(80), true)], say: vi.fn() }
  const { rows, lead, actions } = chatPanel(base, told, words)
  expect(rows).toMatchObject([
    { text: 'The rail is higher.', detail: 'Kenji Arai' },
    { text: `${'x'.repeat(50)}…`, detail: 'scene.chat.waits' },
  ])
  expect(lead).toBeUndefined()
  expect(actions.map(({ id }) => id)).toEqual(['say:yes', 'say:moment', 'say:look', 'close'])
  expect(chatPanel(base, { ...told, lines: [] }, words).lead).toBe('scene.chat.none')
})

test('an answer is said and the panel stays; closing says nothing', () => {
  const say = vi.fn()
  expect(answerInChat('say:moment', { lines: [], say }, words)).toBe(true)
  expect(say).toHaveBeenCalledExactlyOnceWith('scene.chat.moment')
  expect(answerInChat('close', { lines: [], say }, words)).toBe(false)
  expect(say).toHaveBeenCalledTimes(1)
})
