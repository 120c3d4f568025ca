import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type RoomServerMessage } from '@veranda/contract/rooms/connection/messages.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { useCanvasSync } from './use-canvas-sync.ts'

afterEach(cleanup)

test('a connection that drops gives up the own grab, which the server has released by then', () => {
  const cancelGrab = vi.fn<() => void>()
  const noop = () => undefined
  const clearLiveStrokes = vi.fn<() => void>()
  // All that the hook calls.
  const calls = {
    cancelGrab,
    clearLiveStrokes,
    setLocalParticipantSlot: noop,
    setParticipants: noop,
    setGrabHolder: noop,
  }
  const canvas = calls as unknown as RoomCanvas
  const connection = { onBatch: () => noop, onMessage: () => noop }
  const participation = { attachCanvas: noop, connection } as unknown as RoomParticipation
  const { connection: joined } = samplePanelContext().context
  if (joined.status !== 'joined') throw new Error('the sample is not joined')
  const { rerender } = renderHook((state: RoomConnectionState) => useCanvasSync(canvas, participation, state), {
    initialProps: joined,
  })
  expect(cancelGrab).not.toHaveBeenCalled()
  rerender({ ...joined, status: 'reconnecting' })
  expect(cancelGrab).toHaveBeenCalledTimes(1)
  expect(clearLiveStrokes).toHaveBeenCalledTimes(1)
})

test('what another one draws is shown as it comes, and ends when they finish or leave', () => {
  const noop = () => undefined
  const [showLiveStroke, endLiveStroke] = [vi.fn<RoomCanvas['showLiveStroke']>(), vi.fn<RoomCanvas['endLiveStroke']>()]
  // All that the hook calls.
  const calls = {
    showLiveStroke,
    endLiveStroke,
    setLocalParticipantSlot: noop,
    setParticipants: noop,
    setGrabHolder: noop,
  }
  const canvas = calls as unknown as RoomCanvas
  const receivers: ((message: RoomServerMessage) => void)[] = []
  const onMessage = (receive: (message: RoomServerMessage) => void) => {
    receivers.push(receive)
    return noop
  }
  const participation = {
    attachCanvas: noop,
    connection: { onBatch: () => noop, onMessage },
  } as unknown as RoomParticipation
  renderHook(() => useCanvasSync(canvas, participation, samplePanelContext().context.connection))
  const receive = (message: RoomServerMessage) => receivers.forEach((one) => one(message))
  const chunk = { key: 'stroke:a', color: 'amber', from: 0, points: [0, 0, 0] } as const
  receive({ name: 'stroke', by: 2, ...chunk, points: [...chunk.points] })
  receive({ name: 'stroke-end', by: 2, key: 'stroke:a', kept: true })
  receive({ name: 'left', participantSlot: 2, dropped: true })
  expect(showLiveStroke).toHaveBeenCalledExactlyOnceWith(2, expect.objectContaining(chunk))
  expect(endLiveStroke.mock.calls).toEqual([
    [2, 'stroke:a', true],
    [2, undefined, false],
  ])
})
