import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type RoomStage } from '../../parts/room-stage.ts'
import { useTool } from './use-tool.ts'

test('a host who becomes a guest has no tool in hand, on the page and on the stage', () => {
  const setTool = vi.fn()
  // All of a stage that a tool is told to.
  const stage = { setTool } as unknown as RoomStage
  const given = { initialProps: { mayHost: true, mayPin: true } }
  const { result, rerender } = renderHook(({ mayHost, mayPin }) => useTool(stage, mayHost, mayPin), given)
  act(() => result.current.chooseTool('place'))
  expect(result.current.tool).toBe('place')
  rerender({ mayHost: false, mayPin: false })
  expect(result.current.tool).toBe('look')
  expect(setTool.mock.calls).toEqual([['place'], ['look']])
})
