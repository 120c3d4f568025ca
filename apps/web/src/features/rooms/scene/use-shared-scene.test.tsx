import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type PlacementRecord, type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import {
  type BesidePlace,
  defaultBesidePlace,
  distanceToModel,
  freeBesidePlace,
  minFaceDistanceMetres,
  placementBeside,
} from '@veranda/core/rooms/records/side-by-side.ts'
import { type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
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
      deviation: 0.0001,
      headsetDeviation: 0.012,
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

test('a model that is moved or resized beside its last version never brings that near to a face, also when it loads later', async () => {
  const model = { url: 'chair.glb', bytes: 1 }
  const [asset, previous] = [sampleAsset({ model }), sampleAsset({ id: idOf('a', 2), model })]
  contractServer().reply(readAsset, ({ params }) => (params.id === asset.id ? asset : previous))
  const chair = { min: { x: -0.27, y: 0, z: -0.28 }, max: { x: 0.27, y: 0.86, z: 0.29 } }
  const bounds = { current: chair, previous: chair }
  const head = { x: -1.2, y: 1.6, z: 0.1 }
  const loading = Promise.withResolvers<undefined>()
  // Rendering is not under test.
  const canvas = {
    setAsset: () => loading.promise,
    extent: () => chair,
    applyRecords: vi.fn(),
    setPins: vi.fn(),
    setLantern: vi.fn(),
    setVersionNames: vi.fn(),
    findBesidePlace: (at: PlacementRecord, now?: BesidePlace) => freeBesidePlace(at, bounds, [head], now),
  } as unknown as RoomCanvas
  let scene: SceneRecord = {
    deliverableId: 'version-2',
    assetId: asset.id,
    previous: { deliverableId: 'version-1', assetId: previous.id },
    compare: 'side',
    flipped: false,
    beside: { angle: Math.PI, gap: 0 },
  }
  const set = vi.fn(async (_key: string, change: (current: SceneRecord) => SceneRecord | undefined) => {
    scene = change(scene) ?? scene
  })
  // Only records are written.
  const participation = { records: { set } } as unknown as RoomParticipation
  const given = { canvas, participation, versions: [], pins: [], lightModels: false }
  const show = (can: () => boolean, placement: PlacementRecord) =>
    useSharedScene({ ...given, can, records: { ...empty, values: new Map(Object.entries({ scene, placement })) } })
  const low: PlacementRecord = { position: [0, 0, 0], yaw: 0, size: { kind: 'height', metres: 0.3 } }
  const tall: PlacementRecord = { ...low, size: { kind: 'height', metres: 1.72 } }
  const high: PlacementRecord = { ...low, position: [-0.9, 1.3, 0] }
  const distance = (at: PlacementRecord) =>
    distanceToModel(head, placementBeside(at, bounds, scene.beside ?? defaultBesidePlace(at)), chair)
  const guest = renderHook(() => show(() => false, tall), { wrapper })
  const host = renderHook((placement) => show(() => true, placement), { wrapper, initialProps: tall })
  await waitFor(() => expect(host.result.current.shown).toBeTruthy())
  expect(set).not.toHaveBeenCalled()
  loading.resolve(undefined)
  await waitFor(() => expect(set).toHaveBeenCalledOnce())
  guest.rerender()
  expect(distance(tall)).toBeGreaterThanOrEqual(minFaceDistanceMetres)
  for (const placement of [low, high, tall]) {
    const before = set.mock.calls.length
    host.rerender(placement)
    await waitFor(() => expect(set).toHaveBeenCalledTimes(before + 1))
    expect(distance(placement)).toBeGreaterThanOrEqual(minFaceDistanceMetres)
  }
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
