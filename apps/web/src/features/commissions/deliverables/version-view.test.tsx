import { cleanup, render, screen } from '@testing-library/react'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { VersionView } from './version-view.tsx'

beforeAll(() => loadTranslations('commissions', 'assets', 'common'))
afterEach(cleanup)

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
}

function show(sourceUrl: string | null) {
  const image = { id: 'f', hash: 'b'.repeat(64), mime: 'image/webp', bytes: 1_000, width: 4_096, height: 2_048 }
  const version: Deliverable = {
    id: 'd',
    number: 2,
    hash: 'a'.repeat(64),
    notes: 'Here it is',
    state: 'submitted',
    files: [{ ...image, name: 'front.png', url: '/api/files/f', sourceUrl }],
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
