import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useApprovalSteps } from './use-approval-panel.ts'

test('both steps belong to one version; with another version in the scene approval starts over', () => {
  const { result, rerender } = renderHook(({ on }) => useApprovalSteps(on), { initialProps: { on: 'one' } })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.goTo('asked'))
  act(() => result.current.goTo('sure'))
  expect(result.current.step).toBe('sure')
  rerender({ on: 'two' })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.goTo('asked'))
  expect(result.current.step).toBe('asked')
  rerender({ on: 'one' })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.goTo('asked'))
  act(() => result.current.goTo(undefined))
  expect(result.current.step).toBeUndefined()
})
