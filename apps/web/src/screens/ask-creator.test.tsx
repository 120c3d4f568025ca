import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readProject } from '@veranda/contract/commissions/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'
import { sampleCreatorCard } from '../features/talent/testing/sample-creator-card.ts'
import { sampleProject } from '../features/commissions/testing/sample-project.ts'

const path = `/projects/${idOf('a')}`
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await import('@veranda/ui/dialog-panel.tsx')
})

test.each([
  ['is not offered', [kenji.id], false],
  ['is offered again', [], true],
])(
  'a creator %s if the server says so, whatever the state of their commission',
  async (_, askedCreatorIds, offered) => {
    const server = contractServer()
    server.reply(listWorkConsents, { items: [] })
    server.reply(readProject, sampleProject({ askedCreatorIds, actions: ['request-offer'] }))
    const cards = [sampleCreatorCard(), sampleCreatorCard({ id: idOf('9'), name: 'Sam Stranger' })]
    const items = cards.map((card) => ({ ...card, matched: [] }))
    const rest = { next: null, total: 2, facets: { skills: [], languages: [] }, words: [], withoutFilters: [] }
    server.reply(searchTalent, { items, ...rest })
    renderScreen(server, path)
    await userEvent.click(await screen.findByRole('button', { name: /creator/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('radio', { name: /Sam Stranger/ })).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: /Kenji Mori/ }) !== null).toBe(offered)
  },
)
