import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { requestedStepUp, useStepUp } from '../../../components/step-up/use-step-up.ts'
import { usePanelStepUp } from './use-panel-step-up.ts'

type Way = 'password' | 'demo'
const server = { until: null as string | null, methods: ['password'] as Way[], asked: 0 }
const leaveHeadset = vi.fn(async () => undefined)
const large = { amount: 50_001, currency: 'EUR' }

beforeAll(() => loadTranslations('rooms', 'errors'))
beforeEach(() => {
  Object.assign(server, { until: null, methods: ['password'], asked: 0 })
  leaveHeadset.mockClear()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: unknown, init: RequestInit = {}) => {
      server.asked += 1
      if (init.method === 'POST') server.until = new Date(Date.now() + 300_000).toISOString()
      return jsonReply({ until: server.until, methods: server.methods })
    }),
  )
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  requestedStepUp.set(undefined)
  vi.unstubAllGlobals()
})

function inTheScene(sum: typeof large | undefined) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  return renderHook(
    () => {
      const stepUp = useStepUp(sum, sum !== undefined)
      return {
        ...usePanelStepUp({ stepUp, amount: sum, canvas: { exitHeadset: leaveHeadset } }),
        recheck: stepUp.recheck,
      }
    },
    { wrapper },
  ).result
}

test('at 500.00, or with nothing to approve, the panel asks for no step-up', () => {
  for (const sum of [undefined, { amount: 50_000, currency: 'EUR' }]) {
    const panel = inTheScene(sum)
    expect([panel.current.rows, panel.current.requiredAction]).toEqual([[], undefined])
  }
  expect(server.asked).toBe(0)
})

test('above it, one press reauthenticates a demo user in the scene', async () => {
  server.methods = ['demo']
  const panel = inTheScene(large)
  expect(panel.current.requiredAction).toMatchObject({ id: 'checking', disabled: true })
  await vi.waitFor(() => expect(panel.current.requiredAction).toMatchObject({ id: 'confirm', disabled: false }))
  expect(panel.current.rows).toMatchObject([{ id: 'confirm', tone: 'warning' }])
  act(() => panel.current.handleAction('confirm'))
  await vi.waitFor(() => expect(panel.current.requiredAction).toBeUndefined())
  expect(panel.current.rows).toMatchObject([{ tone: 'success' }])
  expect(leaveHeadset).not.toHaveBeenCalled()
})

test('a password is typed on the page: the panel leads there and is ready afterwards', async () => {
  const panel = inTheScene(large)
  await vi.waitFor(() => expect(panel.current.requiredAction).toMatchObject({ id: 'page', disabled: false }))
  expect(panel.current.rows[0]?.detail).toMatch(/password/)
  act(() => panel.current.handleAction('page'))
  expect(requestedStepUp.get()).toEqual(large)
  expect(leaveHeadset).toHaveBeenCalledTimes(1)
  server.until = new Date(Date.now() + 300_000).toISOString()
  await act(async () => panel.current.recheck())
  await vi.waitFor(() => expect(panel.current.requiredAction).toBeUndefined())
})
