import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { useRoomTool } from './use-room-tool.ts'

test('a host who becomes a guest loses the tool, on the page and on the canvas', () => {
  const setTool = vi.fn()
  // The only method that is called.
  const canvas = { setTool } as unknown as RoomCanvas
  const given = { initialProps: { can: (): boolean => true, canPin: true } }
  const { result, rerender } = renderHook(({ can, canPin }) => useRoomTool(canvas, can, canPin), given)
  act(() => result.current.chooseTool('place'))
  expect(result.current.tool).toBe('place')
  rerender({ can: () => false, canPin: false })
  expect(result.current.tool).toBe('look')
  expect(setTool.mock.calls).toEqual([['place'], ['look']])
})
