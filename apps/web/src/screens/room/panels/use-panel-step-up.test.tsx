import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { requestedStepUp, useStepUp } from '../../../components/step-up/use-step-up.ts'
import { usePanelStepUp } from './use-panel-step-up.ts'

let server: ContractServer
let stepUp: StepUp
const leaveHeadset = vi.fn(async () => undefined)
const large = { amount: 50_001, currency: 'EUR' }

beforeAll(() => loadTranslations('rooms', 'errors'))
beforeEach(() => {
  leaveHeadset.mockClear()
  stepUp = { until: null, methods: ['password'] }
  server = contractServer()
  server.reply(readStepUp, () => stepUp)
  server.reply(reauthenticate, () => (stepUp = { ...stepUp, until: inFiveMinutes() }))
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  requestedStepUp.set(undefined)
})

const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString()

function inTheScene(sum: typeof large | undefined) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  return renderHook(
    () => {
      const sceneStepUp = useStepUp(sum, sum !== undefined)
      return {
        ...usePanelStepUp({ stepUp: sceneStepUp, amount: sum, canvas: { exitHeadset: leaveHeadset } }),
        recheck: sceneStepUp.recheck,
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
  expect(server.calls(readStepUp)).toEqual([])
})

test('above it, one press reauthenticates a demo user in the scene', async () => {
  stepUp = { until: null, methods: ['demo'] }
  const panel = inTheScene(large)
  expect(panel.current.requiredAction).toMatchObject({ id: 'checking', disabled: true })
  await vi.waitFor(() => expect(panel.current.requiredAction).toMatchObject({ id: 'confirm', disabled: false }))
  expect(panel.current.rows).toMatchObject([{ id: 'confirm', tone: 'warning' }])
  expect(panel.current.rows[0]?.detail).toMatch(/^Over €500\.00 you confirm/)
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
  stepUp = { ...stepUp, until: inFiveMinutes() }
  await act(async () => panel.current.recheck())
  await vi.waitFor(() => expect(panel.current.requiredAction).toBeUndefined())
})
