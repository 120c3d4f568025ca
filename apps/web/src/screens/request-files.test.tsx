import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { openProject, readProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { readCreator, searchTalent } from '@veranda/contract/talent/routes.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { sampleCommission, sampleProject } from '../features/commissions/testing/sample-project.ts'
import { sampleCreatorCard } from '../features/talent/testing/sample-creator-card.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const uploads = vi.hoisted(() => ({
  items: [] as { key: string; name: string; state: string; asset?: unknown }[],
  ready: [] as { id: string; name: string }[],
  busy: false,
  added: [] as File[],
  cleared: 0,
}))
vi.mock('../components/assets/use-asset-uploads.ts', () => ({
  useAssetUploads: () => ({
    items: uploads.items,
    ready: uploads.ready,
    busy: uploads.busy,
    add: (files: Iterable<File>) => uploads.added.push(...files),
    retry: () => undefined,
    remove: () => undefined,
    clear: () => (uploads.cleared += 1),
  }),
}))

const projectPath = `/projects/${idOf('a')}`
beforeAll(() => Promise.all([loadScreen('/projects/new'), loadScreen(projectPath)]))

/** Uploads that are ready, or still on their way. */
function haveUploads(count: number, isReady: boolean): void {
  const names = Array.from({ length: count }, (_, index) => ({ id: idOf('e', index), name: `plan-${index}.pdf` }))
  const items = names.map(({ id, name }) => ({
    key: id,
    id,
    name,
    progress: 1,
    state: isReady ? 'uploaded' : 'waiting',
  }))
  Object.assign(uploads, { items, ready: isReady ? names : [], busy: !isReady, added: [], cleared: 0 })
}

async function writeBrief(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Title'), 'Chair')
  await userEvent.type(screen.getByLabelText('Brief'), 'For our shop')
}

/** Chooses files as the button does, which opens a picker. */
async function choose(count: number): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no files can be chosen')
  const files = Array.from({ length: count }, (_, index) => new File(['x'], `new-${index}.png`, { type: 'image/png' }))
  await userEvent.upload(input, files)
}

test('files that are ready are sent with the brief, which takes five', async () => {
  haveUploads(2, true)
  const server = contractServer()
  server.reply(openProject, sampleProject({ commissions: [] }))
  server.reply(readProject, sampleProject({ commissions: [] }))
  const { router } = renderScreen(server, '/projects/new')
  await writeBrief()
  await choose(4)
  expect(uploads.added.map(({ name }) => name)).toEqual(['new-0.png', 'new-1.png', 'new-2.png'])
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await userEvent.click(await screen.findByRole('radio', { name: /Not yet/ }))
  await router.navigate('/projects/new?step=review')
  const main = within(screen.getByRole('main'))
  expect((await main.findAllByText(/^plan-\d\.pdf$/)).map((name) => name.textContent)).toEqual([
    'plan-0.pdf',
    'plan-1.pdf',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Create project' }))
  await screen.findByText('Project created')
  expect(server.calls(openProject)[0]?.body.assetIds).toEqual([idOf('e', 0), idOf('e', 1)])
  expect(uploads.cleared).toBe(1)
})

test('with five files no more can be chosen', async () => {
  haveUploads(5, true)
  renderScreen(contractServer(), '/projects/new')
  expect(await screen.findByText(/^Up to 5 files/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull()
})

test('a brief is not sent before its files are ready', async () => {
  haveUploads(1, false)
  renderScreen(contractServer(), '/projects/new?step=review')
  expect(await screen.findByText(/^Still uploading/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' }).disabled).toBe(true)
})

test.each([
  ['the request', '?view=contract', 'requested'],
  ['the overview of the project', '', 'active'],
] as const)('%s shows the creator the files of the brief', async (_, search, state) => {
  const server = contractServer()
  const attachment: Pick<AssetSummary, 'id' | 'name' | 'bytes' | 'thumbnail'> & { kind: 'document' } = {
    id: idOf('e'),
    name: 'plan.pdf',
    kind: 'document',
    bytes: 2_048,
    thumbnail: null,
  }
  const commission =
    state === 'requested'
      ? sampleCommission({ viewerRole: 'creator', state, expiresAt: now, milestones: [], actions: ['decline'] })
      : sampleCommission({ viewerRole: 'creator' })
  server.reply(readProject, sampleProject({ viewerRole: 'creator', commissions: [commission], files: [attachment] }))
  renderScreen(server, projectPath + search)
  expect(await screen.findByRole('button', { name: /plan\.pdf/ })).toBeTruthy()
})

test('a further request takes as many files as the brief has room for, and sends them', async () => {
  haveUploads(2, true)
  const server = contractServer()
  const file = { id: idOf('e', 9), name: 'plan.pdf', kind: 'document', bytes: 2_048, thumbnail: null } as const
  const project = sampleProject({
    commissions: [],
    files: [file, { ...file, id: idOf('e', 8) }],
    askedCreatorIds: [],
    actions: ['request-offer'],
  })
  server.reply(readProject, project)
  server.reply(listWorkConsents, { items: [] })
  const lists = { next: null, total: 1, facets: { skills: [], languages: [] }, words: [], withoutFilters: [] }
  server.reply(searchTalent, { items: [{ ...sampleCreatorCard(), matched: [] }], ...lists })
  const page = { about: '', services: [], portfolio: [], reviews: { items: [], next: null }, completedCount: 0 }
  const profile = { ...sampleCreatorCard(), ...page, memberSince: now, stepsLeft: [] }
  server.reply(readCreator, profile)
  server.reply(requestCommission, sampleCommission({ state: 'requested', expiresAt: now, milestones: [] }))
  renderScreen(server, projectPath)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask a creator' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Files are added to the brief, which takes 5 in all/)).toBeTruthy()
  await choose(3)
  expect(uploads.added.map(({ name }) => name)).toEqual(['new-0.png'])
  await userEvent.click(await dialog.findByRole('radio', { name: /Kenji Mori/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Request sent')
  expect(server.calls(requestCommission)[0]?.body.assetIds).toEqual([idOf('e', 0), idOf('e', 1)])
  expect(uploads.cleared).toBe(1)
})

test('a further request waits for its files', async () => {
  haveUploads(1, false)
  const server = contractServer()
  server.reply(readProject, sampleProject({ commissions: [], actions: ['request-offer'] }))
  server.reply(listWorkConsents, { items: [] })
  const lists = { next: null, total: 0, facets: { skills: [], languages: [] }, words: [], withoutFilters: [] }
  server.reply(searchTalent, { items: [], ...lists })
  renderScreen(server, projectPath)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask a creator' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Still uploading/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send request' }).disabled).toBe(true)
})
