import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { Suspense, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { type SurfaceHit } from '../../three/viewer/picking.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { sampleAsset, sampleModelFacts } from '../assets/testing/sample-asset.ts'
import { useVersionComparison } from './use-viewer-canvas.ts'
import { MeasurementText } from './tools/measurement.tsx'

const { showPreviousVersion } = vi.hoisted(() => ({ showPreviousVersion: vi.fn() }))
vi.mock('../../three/viewer/open-viewer-canvas.ts', () => ({ showPreviousVersion }))

beforeAll(() => loadTranslations('viewer', 'common'))
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.restoreAllMocks()
})

const AppWrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryCache}>
    <Suspense>{children}</Suspense>
  </QueryClientProvider>
)
const makeHit = (x: number): SurfaceHit => {
  const point = { x, y: 0, z: 0 }
  return { part: 'Seat', point, normal: { x: 1, y: 0, z: 0 }, corners: [point, point, point], snapped: false }
}

test('two versions are compared with the displayed tolerance: the sum of both distances from their sources', async () => {
  showPreviousVersion.mockResolvedValue([])
  contractServer().reply(readAsset, sampleAsset({ facts: sampleModelFacts({ deviation: 0.0004 }) }))
  // Only called when the comparison ends.
  const canvas = { setPrevious: () => undefined } as unknown as ViewerCanvas
  const previousVersion = { id: 'v1', label: 'Version 1', assetId: '019a0000-0000-7000-8000-000000000001', url: '/v1' }
  const { result } = renderHook(() => useVersionComparison(canvas, 0.0003, previousVersion), { wrapper: AppWrapper })
  await waitFor(() => expect(result.current.comparison.state).toBe('done'))
  expect(result.current.tolerance).toBeCloseTo(0.0007, 9)
  expect(showPreviousVersion.mock.lastCall?.[2]).toBe(result.current.tolerance)
})

test('a distance between two points has twice the tolerance of one point', async () => {
  render(<MeasurementText points={[makeHit(0), makeHit(0.3)]} tolerance={0.0003} />, { wrapper: AppWrapper })
  expect((await screen.findByRole('status')).textContent).toContain('± 0.6 mm')
})
