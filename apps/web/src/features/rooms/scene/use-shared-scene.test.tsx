import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { sampleAsset, sampleModelFacts } from '../../../components/assets/testing/sample-asset.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RecordStoreState } from '../records/record-store.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { sampleVersion } from '../testing/sample-room.ts'
import { useSharedScene } from './use-shared-scene.ts'

afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.restoreAllMocks()
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryCache}>{children}</QueryClientProvider>
)
const empty = { status: 'ready', records: new Map(), values: new Map() } as const

beforeAll(() => loadTranslations('rooms'))

test('the first host of a room with an empty scene shows the newest submitted version, never a draft', () => {
  const set = vi.fn(async (_key: string, _change: unknown) => undefined)
  // Only records are written.
  const participation = { records: { set } } as unknown as RoomParticipation
  const draft = sampleVersion(2, { draft: true })
  const given = { canvas: undefined, participation, records: empty, can: () => true, pins: [], lightModels: false }
  const { rerender } = renderHook((versions) => useSharedScene({ ...given, versions }), {
    wrapper,
    initialProps: [draft],
  })
  expect(set).not.toHaveBeenCalled()
  rerender([draft, sampleVersion(1)])
  const [key, change] = set.mock.lastCall ?? []
  expect([key, (change as () => unknown)()]).toMatchObject(['scene', { deliverableId: 'version-1' }])
})

test.each([
  { lightModels: true, variant: undefined, headsetHasVariants: true, url: 'light.glb', tolerance: 0.012 },
  { lightModels: false, variant: undefined, headsetHasVariants: true, url: 'full.glb', tolerance: 0.0001 },
  { lightModels: true, variant: 'Moss', headsetHasVariants: true, url: 'light.glb', tolerance: 0.012 },
  // Converted before it had them.
  { lightModels: true, variant: 'Moss', headsetHasVariants: undefined, url: 'full.glb', tolerance: 0.0001 },
  { lightModels: true, variant: 'Ink', headsetHasVariants: undefined, url: 'light.glb', tolerance: 0.012 },
])('light models $lightModels, variant $variant: $url, with its tolerance', async (row) => {
  const { lightModels, variant, headsetHasVariants, url, tolerance } = row
  const asset = sampleAsset({
    facts: sampleModelFacts({
      tolerance: 0.0001,
      headsetTolerance: 0.012,
      variants: ['Natural', 'Moss'],
      headsetHasVariants,
    }),
    model: { url: 'full.glb', bytes: 2 },
    headset: { url: 'light.glb', bytes: 1 },
  })
  contractServer().reply(readAsset, asset)
  const setAsset = vi.fn(async () => undefined)
  // Rendering is not under test.
  const extent = () => ({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } })
  const canvas = {
    setAsset,
    extent,
    applyRecords: vi.fn(),
    setPins: vi.fn(),
    setLantern: vi.fn(),
  } as unknown as RoomCanvas
  // The only records read, with the fields that are read.
  const values = new Map([
    ['scene', { deliverableId: 'version-2', assetId: asset.id, compare: 'none', variant }],
    ['placement', { size: { kind: 'height', metres: 2 } }],
  ]) as unknown as RecordStoreState['values']
  const records = { ...empty, values }
  // Nothing is written.
  const participation = { records: { set: vi.fn() } } as unknown as RoomParticipation
  const { result } = renderHook(
    () => useSharedScene({ canvas, participation, records, versions: [], can: () => false, pins: [], lightModels }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.tolerance).toBe(tolerance))
  await waitFor(() => expect(result.current.scaleFactor).toBe(2))
  const chosen = variant === 'Moss' ? 'Moss' : 'As delivered'
  expect(result.current.variants.map(({ label, chosen: isChosen }) => [label, isChosen])).toEqual(
    ['As delivered', 'Natural', 'Moss'].map((label) => [label, label === chosen]),
  )
  expect(setAsset).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ url, tolerance }), undefined)
})

test('a guest reads the assets in the scene again once their version is submitted, and no other assets', async () => {
  const [assetId, otherId] = [idOf('a', 1), idOf('a', 2)]
  const [shownKey, otherKey] = [assetId, otherId].map((id) => [readAsset.path, { id }, null])
  const stale = (key: readonly unknown[] = []) => queryCache.getQueryState(key)?.isInvalidated
  contractServer().refuse(readAsset, 404, 'asset.not-found')
  // The only record read, with the fields that are read.
  const values = new Map([
    ['scene', { deliverableId: 'version-1', assetId, previous: null, compare: 'none' }],
  ]) as unknown as RecordStoreState['values']
  // Nothing is written.
  const participation = { records: { set: vi.fn() } } as unknown as RoomParticipation
  const records = { ...empty, values }
  const given = { canvas: undefined, participation, records, can: () => false, pins: [], lightModels: false }
  const { rerender } = renderHook((versions) => useSharedScene({ ...given, versions }), {
    wrapper,
    initialProps: [sampleVersion(2)],
  })
  const failedReads = () => queryCache.getQueryState(shownKey ?? [])?.errorUpdateCount
  await waitFor(() => expect(failedReads()).toBe(1))
  queryCache.setQueryData(otherKey ?? [], {})
  rerender([sampleVersion(2), sampleVersion(1)])
  await waitFor(() => expect(failedReads()).toBe(2))
  expect(stale(otherKey)).toBe(false)
})
