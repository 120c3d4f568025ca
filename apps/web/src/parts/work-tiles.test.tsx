import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Attachment, type Work } from '@veranda/contract/works/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cache } from '../lib/query.ts'
import { jsonReply } from '../lib/testing.ts'
import { loadWords } from '../lib/words.ts'
import { WorkTiles } from './work-tiles.tsx'

beforeAll(() => loadWords('works', 'common', 'errors', 'viewer'))
afterEach(() => {
  cleanup()
  cache.clear()
  vi.restoreAllMocks()
})

const film: Attachment = { id: 'film', name: 'tour.mp4', kind: 'video', bytes: 4_194_304, thumbnail: null }
const plans: Attachment = { id: 'plans', name: 'plans.pdf', kind: 'document', bytes: 2_097_152, thumbnail: null }

/** The tiles of a message, on a server that has these works. */
function show(...works: readonly Attachment[]) {
  const replies = works.map((work): Work => {
    const none = { refusal: null, hash: null, facts: null, gate: null, model: null, headset: null }
    const originalUrl = `/api/works/${work.id}/original`
    return { ...none, ...work, state: 'ready', progress: 1, originalUrl, createdAt: '2026-11-23T10:00:00.000Z' }
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const address = input instanceof Request ? input.url : String(input)
    return Promise.resolve(jsonReply(replies.find(({ id }) => address.endsWith(id))))
  })
  const labels = { close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }
  return render(
    <QueryClientProvider client={cache}>
      <LabelsProvider labels={labels}>
        <Suspense>
          <WorkTiles works={works} label="Attached files" large />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test('a film in a message shows its first picture where it stands, silent, and plays with its controls when opened', async () => {
  const { container } = show(film)
  const tile = await screen.findByRole('button', { name: 'Open tour.mp4 Film · 4 MB' })
  const still = container.querySelector('video')
  expect(tile.contains(still)).toBe(true)
  expect(still?.getAttribute('src')).toMatch(/\/works\/film\/original#t=0\.1$/)
  expect([still?.controls, still?.muted, still?.preload, still?.tabIndex]).toEqual([false, true, 'metadata', -1])
  await userEvent.click(tile)
  const dialog = await screen.findByRole('dialog', { name: 'tour.mp4' })
  const player = await within(dialog).findByLabelText('tour.mp4', { selector: 'video' })
  expect(player.getAttribute('src')).toBe('/api/works/film/original')
  expect(player.hasAttribute('controls')).toBe(true)
})

test('a PDF in a message says what it is and how large, and its original opens in a tab of its own', async () => {
  const { container } = show(plans)
  const tile = await screen.findByRole('button', { name: 'Open plans.pdf Document · 2 MB' })
  expect(within(tile).getByText('plans.pdf')).toBeTruthy()
  // There is nothing to be seen of it without opening it: a sign of its kind stands there, and no empty frame.
  expect(container.querySelector('video, img')).toBeNull()
  expect(tile.querySelector('svg')).not.toBeNull()
  await userEvent.click(tile)
  const dialog = await screen.findByRole('dialog', { name: 'plans.pdf' })
  const original = await within(dialog).findByRole('link', { name: 'Open the original' })
  expect(original.getAttribute('href')).toBe('/api/works/plans/original')
  expect([original.getAttribute('target'), original.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  expect(within(dialog).getByText('There is nothing to look at in this kind of file.')).toBeTruthy()
})
