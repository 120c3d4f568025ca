import { expect, test, vi } from 'vitest'
import { chatPanel } from './scene-chat-panel.ts'
import { type Wish } from './scene-now.ts'

const line = (id: string, text: string, waits = false) => ({ id, by: 'Kenji Arai', text, waits })

function scene() {
  const wishes: Wish[] = []
  const go = { to: vi.fn(), back: vi.fn(), close: vi.fn() }
  const base = { direction: 'ltr', language: 'en' } as const
  return { base, t: (key: string) => key, go, type: (wish: Wish) => void wishes.push(wish), wishes }
}

test('the panel shows who said what, and what has not left yet as such', () => {
  const told = { lines: [line('a', 'The rail is higher.'), line('b', 'Thank you', true)], say: vi.fn() }
  const { model } = chatPanel(scene(), told)
  expect(model.rows).toMatchObject([
    { text: 'The rail is higher.', detail: 'Kenji Arai' },
    { text: 'Thank you', detail: 'scene.chat.waits' },
    { buttons: [{ id: 'say:yes' }, { id: 'say:moment' }, { id: 'say:look' }] },
  ])
  expect(model.lead).toBeUndefined()
  expect(chatPanel(scene(), { ...told, lines: [] }).model.lead).toBe('scene.chat.none')
})

test('an answer is said by one press, a message by the keyboard, and going back says nothing', () => {
  const say = vi.fn()
  const at = scene()
  const { act } = chatPanel(at, { lines: [], say })
  act('say:moment')
  expect(say).toHaveBeenCalledExactlyOnceWith('scene.chat.moment')
  act('write')
  at.wishes[0]?.done('Higher still')
  expect(say).toHaveBeenLastCalledWith('Higher still')
  act('back')
  expect(at.go.back).toHaveBeenCalledTimes(1)
  expect(say).toHaveBeenCalledTimes(2)
})
