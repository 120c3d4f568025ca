import { act, cleanup, renderHook } from '@testing-library/react'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { useSceneCards } from './use-scene-cards.ts'

const live = vi.hoisted(() => ({ hear: new Set<(told: unknown) => void>() }))
vi.mock('../../lib/live.ts', () => ({
  on: (_: string, __: unknown, handle: (told: unknown) => void) => {
    live.hear.add(handle)
    return () => live.hear.delete(handle)
  },
}))

beforeAll(() => loadWords('rooms'))
afterEach(cleanup)

const tell = (id: string, priority: string) =>
  act(() => live.hear.forEach((hear) => hear({ _id: id, title: id, message: '', priority })))

test('only what is urgent comes before the eyes, and it stays until it is put away', () => {
  const setCards = vi.fn<(cards: readonly PanelModel[]) => void>()
  // Only cards are set.
  const stage = { setCards } as unknown as RoomStage
  const { result, rerender } = renderHook(({ worn }) => useSceneCards(stage, worn), { initialProps: { worn: true } })
  for (const priority of ['low', 'medium', 'high', 'urgent']) tell(priority, priority)
  const shown = () => setCards.mock.lastCall?.[0].map(({ id }) => id)
  expect(shown()).toEqual(['urgent'])
  tell('second', 'urgent')
  act(() => result.current('urgent'))
  expect(shown()).toEqual(['second'])
  rerender({ worn: false })
  expect([shown(), live.hear.size]).toEqual([[], 0])
})
