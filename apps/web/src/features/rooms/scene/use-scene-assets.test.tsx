import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSeenAssets } from '../../../components/assets/seen-assets.ts'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { useSceneAssets } from './use-scene-assets.ts'

afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.restoreAllMocks()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
})

const asset = sampleAsset({
  model: { url: '/api/assets/a/model', bytes: 9 },
  headset: { url: '/api/assets/a/headset', bytes: 5 },
  compressed: { url: '/api/assets/a/headset?textures=ktx2', bytes: 3 },
})

/** Puts the asset into a scene whose canvas fails for these addresses; returns those it was given, in order. */
function showInScene(failing: readonly string[]) {
  contractServer().reply(readAsset, asset)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const urls: string[] = []
  const canvas = {
    setAsset: async ({ url }: { url: string }) => {
      urls.push(url)
      if (failing.includes(url)) throw new Error('unreadable')
    },
    extent: () => undefined,
  } as unknown as RoomCanvas
  const shown = {
    deliverableId: idOf('d'),
    assetId: asset.id,
    previous: null,
    compare: 'none',
    flipped: false,
  } as const
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSceneAssets(canvas, shown, true), { wrapper })
  const seen = renderHook(() => useSeenAssets()).result
  return { result, urls, seen }
}

test('a device that cannot unpack compressed textures gets the same rendition with the others, and the model counts as seen', async () => {
  const { result, urls, seen } = showInScene(['/api/assets/a/headset?textures=ktx2'])
  await vi.waitFor(() => expect(result.current).toMatchObject({ loaded: true, failed: false }))
  expect(urls).toEqual(['/api/assets/a/headset?textures=ktx2', '/api/assets/a/headset'])
  expect([...seen.current]).toEqual([asset.id])
})

test('a model that cannot be read in any form has failed, and does not count as seen', async () => {
  const { result, urls, seen } = showInScene(['/api/assets/a/headset?textures=ktx2', '/api/assets/a/headset'])
  await vi.waitFor(() => expect(result.current).toMatchObject({ loaded: false, failed: true }))
  expect(urls).toHaveLength(2)
  expect([...seen.current]).toEqual([])
})
