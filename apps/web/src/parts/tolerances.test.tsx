import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cache } from '../lib/query.ts'
import { jsonReply } from '../lib/testing.ts'
import { loadWords } from '../lib/words.ts'
import { type Hit } from '../stage/pick.ts'
import { type Stage } from '../stage/stage.ts'
import { useComparison } from './use-stage.ts'
import { MeasureText } from './viewer-measure.tsx'

const { showFormer } = vi.hoisted(() => ({ showFormer: vi.fn() }))
vi.mock('../stage/open-stage.ts', () => ({ showFormer }))

beforeAll(() => loadWords('viewer', 'common'))
afterEach(() => {
  cleanup()
  cache.clear()
  vi.restoreAllMocks()
})

const inApp = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>
    <Suspense>{children}</Suspense>
  </QueryClientProvider>
)
const hit = (x: number): Hit => {
  const point = { x, y: 0, z: 0 }
  return { part: 'Seat', point, normal: { x: 1, y: 0, z: 0 }, corners: [point, point, point], snapped: false }
}

test('two versions are compared by the tolerance that is printed: what both may lie from their originals', async () => {
  showFormer.mockResolvedValue([])
  const facts = { parts: [{ name: 'Seat' }], tolerance: 0.0004 }
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(jsonReply({ facts })))
  // Only what happens when nothing is compared any more.
  const stage = { setFormer: () => undefined } as unknown as Stage
  const former = { id: 'v1', label: 'Version 1', workId: '019a0000-0000-7000-8000-000000000001', url: '/v1' }
  const { result } = renderHook(() => useComparison(stage, 0.0003, former), { wrapper: inApp })
  await waitFor(() => expect(result.current.comparison.state).toBe('done'))
  expect(result.current.tolerance).toBeCloseTo(0.0007, 9)
  expect(showFormer.mock.lastCall?.[2]).toBe(result.current.tolerance)
})

test('a distance between two places is as exact as both together: twice what one may be off', async () => {
  render(<MeasureText points={[hit(0), hit(0.3)]} tolerance={0.0003} />, { wrapper: inApp })
  expect((await screen.findByRole('status')).textContent).toContain('± 0.6 mm')
})
