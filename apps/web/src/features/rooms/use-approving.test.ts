import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useApproving } from './use-approving.ts'

test('both steps are of one version; with another one on the stage approving begins anew', () => {
  const { result, rerender } = renderHook(({ on }) => useApproving(on), { initialProps: { on: 'one' } })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.to('asked'))
  act(() => result.current.to('sure'))
  expect(result.current.step).toBe('sure')
  rerender({ on: 'two' })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.to('asked'))
  expect(result.current.step).toBe('asked')
  rerender({ on: 'one' })
  expect(result.current.step).toBeUndefined()
  act(() => result.current.to('asked'))
  act(() => result.current.to(undefined))
  expect(result.current.step).toBeUndefined()
})
