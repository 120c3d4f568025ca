import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { jsonReply } from '../../lib/testing.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type LogState } from './room-log.ts'
import { type RoomSession } from './room-session.ts'
import { sampleVersion } from './scene-sample.ts'
import { useSharedStage } from './use-shared-stage.ts'

afterEach(() => {
  cleanup()
  cache.clear()
  vi.restoreAllMocks()
})
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

test.each([
  { light: true, url: 'light.glb', tolerance: 0.012 },
  { light: false, url: 'full.glb', tolerance: 0.0001 },
])('lengths are as exact as the file that stands here: light $light', async ({ light, url, tolerance }) => {
  const facts = { parts: [{ name: 'Seat' }], tolerance: 0.0001, headsetTolerance: 0.012 }
  const work = { id: 'chair', facts, model: { url: 'full.glb', bytes: 2 }, headset: { url: 'light.glb', bytes: 1 } }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jsonReply(work))
  const setWork = vi.fn(async () => undefined)
  // What a stage does with a work is its own affair.
  const stage = { setWork, apply: vi.fn(), setPins: vi.fn() } as unknown as RoomStage
  // The one record that is read, and of that what is.
  const values = new Map([['stage', { workId: 'chair', compare: 'none' }]]) as unknown as LogState['values']
  const log = { ...empty, values }
  // Nothing is written.
  const session = { log: { set: vi.fn() } } as unknown as RoomSession
  const { result } = renderHook(
    () => useSharedStage({ stage, session, log, versions: [], mayHost: false, pins: [], light }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.tolerance).toBe(tolerance))
  expect(setWork).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ url, tolerance }), undefined)
})
