import { cleanup, renderHook } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { type RoomSession } from './room-session.ts'
import { sampleVersion } from './scene-sample.ts'
import { useSharedStage } from './use-shared-stage.ts'

afterEach(cleanup)
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
)
const empty = { status: 'ready', records: new Map(), values: new Map() } as const

test('on an empty stage the first host puts the newest version that all can see, and never a draft', () => {
  const set = vi.fn(async (_key: string, _change: unknown) => undefined)
  // Only records are written.
  const session = { log: { set } } as unknown as RoomSession
  const draft = sampleVersion(2, { draft: true })
  const given = { stage: undefined, session, log: empty, mayHost: true, pins: [], light: false }
  const { rerender } = renderHook((versions) => useSharedStage({ ...given, versions }), {
    wrapper,
    initialProps: [draft],
  })
  expect(set).not.toHaveBeenCalled()
  rerender([draft, sampleVersion(1)])
  const [key, change] = set.mock.lastCall ?? []
  expect([key, (change as () => unknown)()]).toMatchObject(['stage', { deliverableId: 'version-1' }])
})
