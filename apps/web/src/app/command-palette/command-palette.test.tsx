import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { type ProjectSummary } from '@veranda/contract/commissions/projects/schemas.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now, sampleConfig } from '../../lib/testing/samples.ts'
import { CommandPalette } from './command-palette.tsx'

beforeAll(() => loadTranslations('shell', 'shell/command-palette', 'common'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const client = { id: maya.id, name: maya.name, avatar: null }
const project = (n: number, title: string, viewerRole: ProjectSummary['viewerRole']): ProjectSummary => ({
  id: idOf('a', n),
  title,
  state: 'active',
  viewerRole,
  client,
  creators: [kenji],
  price: null,
  milestonesDone: 0,
  milestonesTotal: 1,
  isFrozen: false,
  pendingOnMe: 0,
  thumbnail: null,
  updatedAt: now,
})

function openPalette() {
  const server = contractServer()
  server.reply(readConfig, sampleConfig)
  const items = [project(1, 'Reading chair', 'client'), project(2, 'Reading lamp', 'creator')]
  server.reply(listProjects, { items, next: null })
  server.reply(searchTalent, {
    items: [],
    next: null,
    total: 0,
    facets: { skills: [], languages: [] },
    words: [],
    withoutFilters: [],
  })
  Element.prototype.scrollIntoView = () => undefined
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: 'Close', dismiss: '', busy: '', optional: '', remove: '' }}>
        <MemoryRouter>
          <Suspense>
            <CommandPalette onClose={onClose} />
          </Suspense>
        </MemoryRouter>
      </LabelsProvider>
    </QueryClientProvider>,
  )
  return onClose
}

test('a project is named with the other side, not with the user who searches', async () => {
  openPalette()
  await userEvent.type(await screen.findByRole('combobox'), 'reading')
  const commissioned = await screen.findByRole('option', { name: /Reading chair/ })
  expect(commissioned.textContent).toBe('Reading chairKenji Mori')
  expect(screen.getByRole('option', { name: /Reading lamp/ }).textContent).toBe('Reading lampMaya Torres')
})

test('one Escape closes the palette, also with text in it', async () => {
  const onClose = openPalette()
  await userEvent.type(await screen.findByRole('combobox'), 'read')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
