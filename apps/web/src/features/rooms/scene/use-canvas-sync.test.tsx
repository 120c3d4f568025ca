import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type RoomSession } from '../connection/room-session.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { useCanvasSync } from './use-canvas-sync.ts'

afterEach(cleanup)

test('a connection that drops gives up the own grab, which the server has released by then', () => {
  const cancelGrab = vi.fn<() => void>()
  const noop = () => undefined
  // All that the hook calls.
  const canvas = { cancelGrab, setLocalSlot: noop, setParticipants: noop, setGrabHolder: noop } as unknown as RoomCanvas
  const connection = { onBatch: () => noop, onMessage: () => noop }
  const session = { attachCanvas: noop, connection } as unknown as RoomSession
  const { connection: joined } = samplePanelContext().context
  if (joined.status !== 'joined') throw new Error('the sample is not joined')
  const { rerender } = renderHook((state: RoomConnectionState) => useCanvasSync(canvas, session, state), {
    initialProps: joined,
  })
  expect(cancelGrab).not.toHaveBeenCalled()
  rerender({ ...joined, status: 'reconnecting' })
  expect(cancelGrab).toHaveBeenCalledTimes(1)
})
