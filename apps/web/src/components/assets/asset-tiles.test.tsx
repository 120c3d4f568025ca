import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { AssetTiles } from './asset-tiles.tsx'
import { sampleAsset } from './testing/sample-asset.ts'

beforeAll(() => loadTranslations('assets', 'common', 'errors', 'viewer'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const videoId = '0199c1a0-0000-7000-8000-0000000000f1'
const plansId = '0199c1a0-0000-7000-8000-0000000000f2'
const video: Attachment = { id: videoId, name: 'tour.mp4', kind: 'video', bytes: 4_194_304, thumbnail: null }
const pdf: Attachment = { id: plansId, name: 'plans.pdf', kind: 'document', bytes: 2_097_152, thumbnail: null }

/** Renders the tiles of a message with a server that has these assets. */
function renderTiles(...assets: readonly Attachment[]) {
  contractServer().reply(readAsset, ({ params: { id } }) =>
    sampleAsset({ ...assets.find((asset) => asset.id === id), facts: null, sourceUrl: `/api/assets/${id}/source` }),
  )
  const labels = { close: '', dismiss: '', busy: '', optional: '', remove: '' }
  return render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={labels}>
        <Suspense>
          <AssetTiles assets={assets} label="Attached files" large />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test('a video in a message shows its first frame muted in place, and plays with controls when opened', async () => {
  const { container } = renderTiles(video)
  const tile = await screen.findByRole('button', { name: 'Open tour.mp4 Video · 4 MB' })
  const still = container.querySelector('video')
  expect(tile.contains(still)).toBe(true)
  expect(still?.getAttribute('src')).toMatch(new RegExp(`/assets/${videoId}/source#t=0\\.1$`))
  expect([still?.controls, still?.muted, still?.preload, still?.tabIndex]).toEqual([false, true, 'metadata', -1])
  await userEvent.click(tile)
  const dialog = await screen.findByRole('dialog', { name: 'tour.mp4' })
  const player = await within(dialog).findByLabelText('tour.mp4', { selector: 'video' })
  expect(player.getAttribute('src')).toBe(`/api/assets/${videoId}/source`)
  expect(player.hasAttribute('controls')).toBe(true)
})

test('a PDF in a message shows its kind and size, and its source opens in a new tab', async () => {
  const { container } = renderTiles(pdf)
  const tile = await screen.findByRole('button', { name: 'Open plans.pdf Document · 2 MB' })
  expect(within(tile).getByText('plans.pdf')).toBeTruthy()
  // There is nothing to preview: the tile shows an icon instead of an empty frame.
  expect(container.querySelector('video, img')).toBeNull()
  expect(tile.querySelector('svg')).not.toBeNull()
  await userEvent.click(tile)
  const dialog = await screen.findByRole('dialog', { name: 'plans.pdf' })
  const original = await within(dialog).findByRole('link', { name: 'Open the original' })
  expect(original.getAttribute('href')).toBe(`/api/assets/${plansId}/source`)
  expect([original.getAttribute('target'), original.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  expect(within(dialog).getByText('This kind of file has no preview.')).toBeTruthy()
})
