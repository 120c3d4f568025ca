import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type ParticipantArrow, type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { sampleParticipant } from '../testing/sample-room.ts'
import { EdgeArrows } from './edge-arrows.tsx'

beforeAll(() => loadTranslations('rooms'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('who is out of view has an arrow with their name, which turns to them and gives the focus to the canvas', () => {
  let arrows: readonly ParticipantArrow[] = [
    { participantSlot: 1, x: -0.92, y: 0.1 },
    { participantSlot: 9, x: 0.92, y: 0 },
    { participantSlot: 2, x: 0.92, y: 0.3 },
  ]
  const lookAtParticipant = vi.fn<(participantSlot: number) => void>()
  // All that the arrows call.
  const canvas = { edgeArrows: () => arrows, lookAtParticipant } as unknown as RoomCanvas
  const host = { current: document.createElement('div') }
  host.current.tabIndex = 0
  document.body.append(host.current)
  // The third one is a device of the user's own, and the second one has left.
  const participants = new Map(
    [1, 2].map((participantSlot) => [participantSlot, sampleParticipant(participantSlot, 'Kenji Arai')]),
  )
  render(<EdgeArrows canvas={canvas} participants={participants} ownUserId="user-2" host={host} />)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => void vi.advanceTimersByTime(100))
  const arrow = screen.getByRole('button', { name: 'Turn to Kenji Arai' })
  expect([arrow.textContent, arrow.dataset['side'], arrow.style.left]).toEqual(['Kenji Arai', 'left', '4%'])
  fireEvent.click(arrow)
  expect(lookAtParticipant).toHaveBeenCalledExactlyOnceWith(1)
  expect(document.activeElement).toBe(host.current)
  arrows = []
  act(() => void vi.advanceTimersByTime(100))
  expect(screen.queryByRole('button')).toBeNull()
  host.current.remove()
})
