import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useDraft } from './use-draft.ts'

afterEach(() => localStorage.clear())
const open = () => renderHook(() => useDraft('offer', () => ({ title: '', price: '' }))).result

test('what is filled in for the user is no draft until they write something, and then it is kept with it', () => {
  const first = open()
  act(() => first.current.prefill({ price: '400' }))
  expect(first.current.value).toEqual({ title: '', price: '400' })
  expect(open().current.recovered).toBe(false)
  act(() => first.current.change({ title: 'Chair' }))
  const second = open()
  expect([second.current.recovered, second.current.value]).toEqual([true, { title: 'Chair', price: '400' }])
})
