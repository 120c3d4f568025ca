import { cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { useSeenAssets } from '../../../components/assets/seen-assets.ts'
import { VersionView } from './version-view.tsx'

beforeAll(() => loadTranslations('commissions', 'assets', 'common'))
afterEach(() => {
  cleanup()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
})

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
}

function show(sourceUrl: string | null, ...more: readonly string[]) {
  const image = { id: 'f', hash: 'b'.repeat(64), mediaType: 'image/webp', bytes: 1_000, width: 4_096, height: 2_048 }
  const version: Deliverable = {
    id: 'd',
    number: 2,
    hash: 'a'.repeat(64),
    notes: 'Here it is',
    state: 'submitted',
    files: [
      { ...image, name: 'front.png', url: '/api/files/f', sourceUrl },
      ...more.map((id) => ({ ...image, id, name: `${id}.png`, url: `/api/files/${id}`, sourceUrl })),
    ],
    assets: [],
    limits: [],
    createdAt: '2026-11-23T10:00:00.000Z',
    actions: [],
  }
  render(
    <LabelsProvider labels={labels}>
      <Suspense>
        <VersionView version={version} />
      </Suspense>
    </LabelsProvider>,
  )
}

test('a delivered image is shown in the form the viewer may see and opens in full for those who may have it', async () => {
  show(null)
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/api/files/f')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/files/f')
  cleanup()
  show('/api/files/f?form=full')
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/api/files/f')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/files/f?form=full')
})

test('only the image that is opened counts as seen, not those of the strip below it', async () => {
  show(null, 'back')
  const seen = renderHook(() => useSeenAssets()).result
  const strip = within(await screen.findByRole('group'))
  const loadStrip = () => {
    for (const button of strip.getAllByRole('button')) for (const image of button.children) fireEvent.load(image)
  }
  loadStrip()
  expect([...seen.current]).toEqual([])
  fireEvent.load(screen.getByRole('img', { name: /front/ }))
  expect([...seen.current]).toEqual(['f'])
  fireEvent.click(strip.getByRole('button', { name: /back/ }))
  loadStrip()
  expect([...seen.current]).toEqual(['f'])
  fireEvent.load(screen.getByRole('img', { name: /back/ }))
  expect([...seen.current]).toEqual(['f', 'back'])
})
