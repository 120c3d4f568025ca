import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { jsonReply } from '../../lib/testing.ts'
import { loadWords } from '../../lib/words.ts'
import { confirmWish } from '../../parts/use-confirmation.ts'
import { useSceneConfirm } from './use-scene-confirm.ts'

type Way = 'password' | 'demo'
const server = { until: null as string | null, ways: ['password'] as Way[], asked: 0 }
const leaveHeadset = vi.fn(async () => undefined)
const large = { amount: 50_001, currency: 'EUR' }

beforeAll(() => loadWords('rooms', 'errors'))
beforeEach(() => {
  Object.assign(server, { until: null, ways: ['password'], asked: 0 })
  leaveHeadset.mockClear()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: unknown, init: RequestInit = {}) => {
      server.asked += 1
      if (init.method === 'POST') server.until = new Date(Date.now() + 300_000).toISOString()
      return jsonReply({ until: server.until, ways: server.ways })
    }),
  )
})
afterEach(() => {
  cleanup()
  cache.clear()
  confirmWish.set(undefined)
  vi.unstubAllGlobals()
})

function inTheScene(sum: typeof large | undefined) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  return renderHook(() => useSceneConfirm({ sum, refused: undefined, stage: { leaveHeadset } }), { wrapper }).result
}

test('at 500.00, and while nothing is about to be approved, the panel asks nothing', () => {
  for (const sum of [undefined, { amount: 50_000, currency: 'EUR' }]) {
    const panel = inTheScene(sum)
    expect([panel.current.rows, panel.current.instead]).toEqual([[], undefined])
  }
  expect(server.asked).toBe(0)
})

test('above it one press confirms somebody of the demo world within the scene', async () => {
  server.ways = ['demo']
  const panel = inTheScene(large)
  expect(panel.current.instead).toMatchObject({ id: 'checking', disabled: true })
  await vi.waitFor(() => expect(panel.current.instead).toMatchObject({ id: 'confirm', disabled: false }))
  expect(panel.current.rows).toMatchObject([{ id: 'confirm', tone: 'warning' }])
  act(() => panel.current.act('confirm'))
  await vi.waitFor(() => expect(panel.current.instead).toBeUndefined())
  expect(panel.current.rows).toMatchObject([{ tone: 'success' }])
  expect(leaveHeadset).not.toHaveBeenCalled()
})

test('a password is typed on the page: the panel leads there, and is ready afterwards', async () => {
  const panel = inTheScene(large)
  await vi.waitFor(() => expect(panel.current.instead).toMatchObject({ id: 'page', disabled: false }))
  expect(panel.current.rows[0]?.detail).toMatch(/password/)
  act(() => panel.current.act('page'))
  expect(confirmWish.get()).toEqual(large)
  expect(leaveHeadset).toHaveBeenCalledTimes(1)
  server.until = new Date(Date.now() + 300_000).toISOString()
  await act(async () => panel.current.again())
  await vi.waitFor(() => expect(panel.current.instead).toBeUndefined())
})
