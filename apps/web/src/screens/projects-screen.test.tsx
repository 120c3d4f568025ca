import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { type ProjectList, type ProjectSummary } from '@veranda/contract/commissions/projects/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/projects'))

function sampleProject(n: number, more: Partial<ProjectSummary> = {}): ProjectSummary {
  return {
    id: idOf('a', n),
    title: `Project ${n}`,
    state: 'active',
    viewerRole: 'client',
    client: { id: maya.id, name: maya.name, avatar: null },
    creators: [kenji],
    price: { amount: 120_000, currency: 'EUR' },
    milestonesDone: 1,
    milestonesTotal: 3,
    isFrozen: false,
    pendingOnMe: 0,
    thumbnail: null,
    updatedAt: now,
    ...more,
  }
}

test('the projects load and are listed, each linked to its page', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<ProjectList>()
  server.reply(listProjects, () => reply.promise)
  renderScreen(server, '/projects')
  expect(await screen.findByRole('status', { name: 'Loading projects' })).toBeTruthy()
  reply.resolve({ items: [sampleProject(1, { title: 'Lobby of the museum', pendingOnMe: 2 })], next: null })
  const link = await screen.findByRole('link', { name: /Lobby of the museum/ })
  expect(link.getAttribute('href')).toBe(`/projects/${idOf('a')}`)
  expect(screen.getByText('2 need you')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading projects' })).toBeNull()
})

test('a row shows the newest version, or who it is with while there is none', async () => {
  const server = contractServer()
  const thumbnail = '/api/assets/chair/thumbnail'
  const items = [sampleProject(1, { thumbnail }), sampleProject(2)]
  server.reply(listProjects, { items, next: null })
  renderScreen(server, '/projects')
  const pictureIn = (row: HTMLElement | null) => row?.querySelector('img')?.getAttribute('src')
  expect(pictureIn((await screen.findByRole('link', { name: 'Project 1' })).closest('li'))).toBe(
    `${thumbnail}?width=240`,
  )
  const unpictured = screen.getByRole('link', { name: 'Project 2' }).closest('li')
  expect(pictureIn(unpictured)).toBeUndefined()
  expect(unpictured?.textContent).toMatch(/^K/)
})

test('a user without projects is led to a creator', async () => {
  const server = contractServer()
  server.reply(listProjects, { items: [], next: null })
  renderScreen(server, '/projects')
  expect(await screen.findByText('No projects yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find a creator' }).getAttribute('href')).toBe('/search')
})

test('a creator without projects is led to their page, by which clients find them', async () => {
  const server = contractServer()
  server.reply(listProjects, { items: [], next: null })
  renderScreen(server, '/projects', { offersServices: true })
  expect(await screen.findByText('No projects yet')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Complete your page' })).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('link', { name: 'Find a creator' })).toBeNull()
})

test('after a failure the list is loaded again on request', async () => {
  const server = contractServer()
  server.refuse(listProjects, 500, 'internal')
  renderScreen(server, '/projects')
  expect(await screen.findByText('Couldn’t load your projects')).toBeTruthy()
  server.reply(listProjects, { items: [sampleProject(1)], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Project 1/ })).toBeTruthy()
  expect(screen.queryByText('Couldn’t load your projects')).toBeNull()
})

test('state and search text are in the address, and both narrow the list', async () => {
  const server = contractServer()
  server.reply(listProjects, ({ query: { state, q } }) => ({
    items: state === 'completed' && q === 'chair' ? [] : [sampleProject(1)],
    next: null,
  }))
  const { router } = renderScreen(server, '/projects?state=active')
  await screen.findByRole('link', { name: /Project 1/ })
  expect(server.calls(listProjects).at(-1)?.query).toMatchObject({ state: 'active' })
  await userEvent.click(screen.getByRole('link', { name: 'Completed' }))
  expect(screen.getByRole('link', { name: 'Completed' }).getAttribute('aria-current')).toBe('page')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a project' }), 'chair')
  await vi.waitFor(() => expect(router.state.location.search).toBe('?state=completed&q=chair'))
  expect(await screen.findByText('No matching projects')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Show all projects' }))
  expect(await screen.findByRole('link', { name: /Project 1/ })).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('what was archived is a list of its own', async () => {
  const server = contractServer()
  server.reply(listProjects, ({ query: { archived, q } }) => ({
    items: archived === 'true' && q === undefined ? [sampleProject(7, { state: 'completed' })] : [],
    next: null,
  }))
  const { router } = renderScreen(server, '/projects')
  await screen.findByText('No projects yet')
  await userEvent.click(screen.getByRole('link', { name: 'Archived' }))
  expect(await screen.findByRole('link', { name: /Project 7/ })).toBeTruthy()
  expect(router.state.location.search).toBe('?state=archived')
  expect(server.calls(listProjects).at(-1)?.query).not.toHaveProperty('state')
})

test('an archive without projects says what gets there', async () => {
  const server = contractServer()
  server.reply(listProjects, { items: [], next: null })
  renderScreen(server, '/projects?state=archived')
  expect(await screen.findByText('Nothing archived')).toBeTruthy()
})

test('the rest of a long list is loaded on request, after what is already there', async () => {
  const server = contractServer()
  server.reply(listProjects, ({ query: { cursor } }) =>
    cursor === 'second' ? { items: [sampleProject(2)], next: null } : { items: [sampleProject(1)], next: 'second' },
  )
  renderScreen(server, '/projects')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: /Project 2/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Project 1/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
