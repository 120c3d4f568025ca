import { cleanup, render, screen } from '@testing-library/react'
import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadWords } from '../../lib/words.ts'
import { VersionView } from './version-view.tsx'

beforeAll(() => loadWords('projects', 'works', 'common'))
afterEach(cleanup)

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
  notices: 'Notices',
}

function show(originalUrl: string | null) {
  const picture = { id: 'f', hash: 'b'.repeat(64), mime: 'image/webp', bytes: 1_000, width: 4_096, height: 2_048 }
  const version: Deliverable = {
    id: 'd',
    number: 2,
    hash: 'a'.repeat(64),
    notes: 'Here it is',
    state: 'submitted',
    files: [{ ...picture, name: 'front.png', url: '/api/files/f', originalUrl }],
    works: [],
    limits: [],
    createdAt: '2026-11-23T10:00:00.000Z',
  }
  render(
    <LabelsProvider labels={labels}>
      <Suspense>
        <VersionView version={version} />
      </Suspense>
    </LabelsProvider>,
  )
}

test('a delivered picture is shown as one may see it, and opens whole for those who may have it', async () => {
  show(null)
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/api/files/f')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/files/f')
  cleanup()
  show('/api/files/f?form=whole')
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/api/files/f')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/files/f?form=whole')
})
