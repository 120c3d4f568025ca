import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { AssetPreview } from './asset-preview.tsx'
import { useSeenAssets } from './seen-assets.ts'
import { sampleAsset } from './testing/sample-asset.ts'

type CanvasEvents = { onContextLost: () => void; onContextRestored: () => void }
const { showAsset, opened } = vi.hoisted(() => ({ showAsset: vi.fn(), opened: vi.fn() }))
vi.mock('../../lib/device/webgl-support.ts', () => ({ hasWebgl: () => true }))
vi.mock('../../three/viewer/open-viewer-canvas.ts', () => ({
  showAsset,
  openViewerCanvas: (_: HTMLElement, events: CanvasEvents) => {
    opened(events)
    // Nothing is drawn; each method of the canvas is called without an effect.
    return new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : () => undefined) }) as ViewerCanvas
  },
}))

beforeAll(() => loadTranslations('assets', 'common', 'errors', 'viewer'))
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.restoreAllMocks()
  showAsset.mockReset()
  opened.mockReset()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
})

/** Opens the preview of an asset; returns the ids that count as seen. */
function preview(asset: Asset) {
  contractServer().reply(readAsset, asset)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  render(
    <QueryClientProvider client={queryCache}>
      <Suspense>
        <AssetPreview id={asset.id} name={asset.name} thumbnail={null} />
      </Suspense>
    </QueryClientProvider>,
  )
  return renderHook(() => useSeenAssets()).result
}
const model = sampleAsset({ model: { url: '/api/assets/a/model', bytes: 9 } })

test('a model counts as seen once it is loaded into the viewer, and not before', async () => {
  const load = Promise.withResolvers<void>()
  showAsset.mockReturnValue(load.promise)
  const seen = preview(model)
  await waitFor(() => expect(opened).toHaveBeenCalled())
  // The graphics card went away and came back while nothing was loaded yet.
  const [events] = opened.mock.lastCall as [CanvasEvents]
  act(() => {
    events.onContextLost()
    events.onContextRestored()
  })
  expect(document.querySelector('[data-state=loading]')).not.toBeNull()
  expect([...seen.current]).toEqual([])
  load.resolve()
  await waitFor(() => expect([...seen.current]).toEqual([model.id]))
})

test('a model that could not be loaded does not count as seen', async () => {
  showAsset.mockRejectedValue(new Error('unreadable'))
  const seen = preview(model)
  await waitFor(() => expect(document.querySelector('[data-state=failed]')).not.toBeNull())
  expect([...seen.current]).toEqual([])
})

test('an image counts as seen when it is drawn, and the picture of something else does not', async () => {
  const fields = { facts: null, thumbnail: '/api/assets/a/thumbnail' }
  const image = sampleAsset({ ...fields, kind: 'image', name: 'plan.png', sourceUrl: '/api/assets/a/source' })
  const seen = preview(image)
  fireEvent.load(await screen.findByRole('img', { name: 'plan.png' }))
  expect([...seen.current]).toEqual([image.id])
  cleanup()
  queryCache.clear()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
  const later = preview(sampleAsset({ ...fields, name: 'town.glb' }))
  fireEvent.load(await screen.findByRole('img', { name: 'town.glb' }))
  expect([...later.current]).toEqual([])
})

test('a video counts as seen when it is played, and not when its first frame is loaded', async () => {
  const video = { kind: 'video', name: 'tour.mp4', sourceUrl: '/api/assets/a/source' } as const
  const asset = sampleAsset({ ...video, facts: null })
  const seen = preview(asset)
  const player = await screen.findByLabelText('tour.mp4', { selector: 'video' })
  for (const event of ['loadedMetadata', 'loadedData', 'canPlay', 'timeUpdate'] as const) fireEvent[event](player)
  expect([...seen.current]).toEqual([])
  fireEvent.playing(player)
  expect([...seen.current]).toEqual([asset.id])
})
