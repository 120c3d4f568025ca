import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sampleCommission, sampleMilestone } from '../../../features/commissions/testing/sample-project.ts'
import { samplePanelContext, sampleVersion } from '../../../features/rooms/testing/sample-room.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { useEndingPanel } from './use-ending-panel.ts'

beforeAll(() => loadTranslations('rooms', 'commissions', 'assets'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('a release in the headset ends with where the money goes and the way to what follows', async () => {
  const milestone = sampleMilestone({ state: 'released', clientPays: { amount: 105_000, currency: 'EUR' } })
  contractServer().reply(readCommission, sampleCommission({ milestones: [milestone] }))
  const openPage = vi.fn<() => void>()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { context } = samplePanelContext()
  const { result } = renderHook(() => useEndingPanel(context, openPage), { wrapper })
  expect(result.current.panel()).toBeUndefined()
  const version = sampleVersion(2, {
    commissionId: idOf('b'),
    milestone: { ...sampleVersion(2).milestone, id: milestone.id },
  })
  act(() => result.current.open(version, '€900.00 released to Kenji Mori'))
  await vi.waitFor(() => expect(result.current.panel()?.model.lead).toMatch(/^You paid €1,050\.00\. €900\.00 goes to /))
  expect(result.current.panel()?.model).toMatchObject({ title: '€900.00 released to Kenji Mori', side: 'front' })
  expect(result.current.panel()?.model.lead).not.toContain('<')
  act(() => result.current.panel()?.handleAction('page'))
  expect(openPage).toHaveBeenCalledOnce()
  expect(result.current.panel()).toBeUndefined()
})
