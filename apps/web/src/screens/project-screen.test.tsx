import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readCommission, readProject, startMilestone } from '@veranda/contract/commissions/routes.ts'
import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { listLedgerEntries, listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { invalidateReads, queryCache } from '../lib/api/query.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'
import { sampleAsset } from '../components/assets/testing/sample-asset.ts'
import {
  eur,
  sampleCommission,
  sampleMilestone,
  sampleProject,
  sampleVersion,
  sampleTask,
} from '../features/commissions/testing/sample-project.ts'

const path = `/projects/${idOf('a')}`
const milestone = sampleMilestone()
/** Starts a server whose client has not been asked to show a work publicly. */
function projectServer() {
  const server = contractServer()
  server.reply(listWorkConsents, { items: [] })
  return server
}

beforeAll(() => loadScreen(path))

test('the overview loads and shows the brief, the members and what waits for the user', async () => {
  const server = projectServer()
  const reply = Promise.withResolvers<Project>()
  server.reply(readProject, () => reply.promise)
  renderScreen(server, path)
  expect(await screen.findByRole('status', { name: 'Loading the project' })).toBeTruthy()
  reply.resolve(
    sampleProject({
      pendingActions: [
        {
          key: 'fund',
          action: 'fund',
          actions: ['fund'],
          projectId: idOf('a'),
          projectTitle: 'Lobby of the museum',
          commissionId: idOf('b'),
          milestoneId: idOf('c'),
          subject: 'Lighting',
          counterpart: kenji,
          amount: eur(105_000),
          deadline: null,
          onMe: true,
        },
      ],
    }),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Lobby of the museum' })).toBeTruthy()
  expect(screen.getByText('A lobby that one can walk through.')).toBeTruthy()
  expect(screen.getByText('Maya Torres with Kenji Mori')).toBeTruthy()
  expect(screen.getByText('€1,050.00').parentElement?.textContent).toBe('€1,050.00You pay, fee included')
})

test('one press of “Fund” opens the payment, which the address keeps until it is closed', async () => {
  const server = projectServer()
  const unfunded = sampleMilestone({ state: 'awaiting_funding', money: null, actions: ['fund'] })
  const commissions = [sampleCommission({ milestones: [unfunded] })]
  const fund = { ...sampleTask, action: 'fund' as const, milestoneId: unfunded.id, counterpart: kenji }
  server.reply(readProject, sampleProject({ commissions, pendingActions: [fund] }))
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  const { router } = renderScreen(server, path)
  await userEvent.click(await screen.findByRole('link', { name: 'Fund' }))
  expect(await screen.findByRole('dialog', { name: 'Fund this milestone' })).toBeTruthy()
  expect(router.state.location.search).toBe(`?commission=${idOf('b')}&milestone=${idOf('c')}&ask=fund`)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(router.state.location.search).not.toContain('ask'))
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('link', { name: 'Fund' })).toBeTruthy()
})

test('the payment that an address asks for stays closed for those who may not fund', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject())
  renderScreen(server, `${path}?milestone=${milestone.id}&ask=fund`)
  expect(await screen.findByRole('heading', { name: 'Lighting' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('of a version without a 3D model the client reads where to say what should change', async () => {
  const server = projectServer()
  const submitted = sampleMilestone({
    state: 'submitted',
    deliverables: [sampleVersion({ assets: [] })],
    actions: ['request-changes'],
  })
  server.reply(readProject, sampleProject({ commissions: [sampleCommission({ milestones: [submitted] })] }))
  renderScreen(server, `${path}?milestone=${milestone.id}`)
  expect(await screen.findByRole('heading', { name: 'Pins are for 3D models' })).toBeTruthy()
  expect(screen.getByText(/under “Request changes”/)).toBeTruthy()
})

test('one press of “Make an offer” opens the form of the offer', async () => {
  const server = projectServer()
  const asked = sampleCommission({
    state: 'requested',
    expiresAt: now,
    milestones: [],
    viewerRole: 'creator',
    actions: ['make-offer', 'decline'],
  })
  const answer = { ...sampleTask, action: 'answer-request' as const, counterpart: maya }
  server.reply(readProject, sampleProject({ viewerRole: 'creator', commissions: [asked], pendingActions: [answer] }))
  const user = { ...maya, id: kenji.id, name: kenji.name, role: 'creator' as const }
  const { router } = renderScreen(server, path, { user })
  await userEvent.click(await screen.findByRole('link', { name: 'Make an offer' }))
  expect(await screen.findByRole('button', { name: 'Send offer' })).toBeTruthy()
  expect(router.state.location.search).toBe(`?view=contract&commission=${idOf('b')}&write=offer`)
})

test.each([
  ['awaiting_funding', null, 'You pay'],
  ['funding', 'charging', 'You pay'],
  ['submitted', 'protected', 'You paid'],
  ['released', 'pending', 'You paid'],
] as const)('the money of a milestone that is %s says what a client pays or paid', async (state, place, caption) => {
  const server = projectServer()
  const amount = eur(100_000)
  const money = place && (place === 'protected' ? { place, amount, movesAt: null } : { place, amount, movesAt: now })
  const commission = sampleCommission({ milestones: [sampleMilestone({ state, money })] })
  server.reply(readProject, sampleProject({ commissions: [commission] }))
  renderScreen(server, `/projects/${idOf('a')}?view=money`)
  const list = within(await screen.findByRole('list', { name: 'By milestone' }))
  expect(list.getByText(caption)).toBeTruthy()
  expect(list.queryByText(caption === 'You pay' ? 'You paid' : 'You pay')).toBeNull()
})

const chat: Conversation = {
  id: idOf('e'),
  kind: 'project',
  project: { id: idOf('a'), title: 'Lobby of the museum' },
  members: [],
  last: null,
  head: 2,
  read: 0,
  unread: 2,
  updatedAt: now,
}

test('the chat tab counts the unread messages while another tab is open, and follows them', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject({ conversationId: chat.id }))
  server.reply(listConversations, { items: [chat], next: null })
  renderScreen(server, `${path}?view=milestones`)
  const tab = await screen.findByRole('link', { name: 'Chat, 2 unread messages' })
  expect(tab.textContent).toMatch(/2$/)
  expect(server.calls(listConversations)).toMatchObject([{ query: { projectId: idOf('a') } }])
  server.reply(listConversations, { items: [{ ...chat, read: 2, unread: 0 }], next: null })
  // What the change events of the conversation do.
  await act(() => invalidateReads(listConversations))
  expect(await screen.findByRole('link', { name: 'Chat' })).toBeTruthy()
})

test('a version after changes is due by its time in what waits', async () => {
  const server = projectServer()
  const waiting = {
    key: 'rework',
    action: 'rework' as const,
    actions: [],
    projectId: idOf('a'),
    projectTitle: 'Lobby of the museum',
    commissionId: idOf('b'),
    milestoneId: idOf('c'),
    subject: 'Lighting',
    counterpart: kenji,
    amount: null,
    deadline: { at: '2026-12-20T10:00:00.000Z' },
    onMe: false,
  } satisfies Project['pendingActions'][number]
  server.reply(readProject, sampleProject({ pendingActions: [waiting] }))
  renderScreen(server, path)
  const task = await screen.findByRole('link', { name: /make the changes to Lighting/ })
  expect(task.closest('li')?.textContent).toMatch(/by .*Dec 20/)
})

test('a project without creators offers its client to ask one', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject({ state: 'open', commissions: [], actions: ['request-offer'] }))
  renderScreen(server, path)
  expect(await screen.findByText('No creator yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask a creator' })).toBeTruthy()
})

test('a creator who was asked can write to the client until the project chat opens', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject({ viewerRole: 'creator' }))
  server.reply(listConversations, { items: [], next: null })
  renderScreen(server, `${path}?view=chat`)
  expect(await screen.findByRole('heading', { name: 'The project chat opens once an offer is accepted' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Message Maya Torres' })
  expect(link.getAttribute('href')).toBe(`/messages?with=${maya.id}`)
})

test('the overview lists the sessions of the project, with the way into an open room and to a new session', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject({ state: 'active', roomUrl: `/rooms/${idOf('a')}` }))
  const session = {
    viewerRole: 'client' as const,
    other: { id: kenji.id, name: kenji.name, avatar: null },
    price: null,
    pendingOnMe: false,
  }
  const minutes = (count: number) => new Date(Date.parse(now) + count * 60_000).toISOString()
  const times = { startsAt: minutes(1), endsAt: minutes(61) }
  const join = { from: minutes(-9), until: minutes(60), url: `/rooms/${idOf('7')}` }
  server.reply(listBookings, ({ query }) => ({
    items:
      query.when === 'past'
        ? [{ ...session, ...times, id: idOf('8'), title: 'First look', state: 'completed' as const, join: null }]
        : [{ ...session, ...times, id: idOf('7'), title: 'Walk through the lobby', state: 'confirmed' as const, join }],
    next: null,
  }))
  renderScreen(server, path)
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }))
  expect(sessions.getByText('Walk through the lobby')).toBeTruthy()
  expect(sessions.getByText('First look')).toBeTruthy()
  expect(sessions.getByRole('link', { name: 'Enter the room' }).getAttribute('href')).toBe(join.url)
  const book = sessions.getByRole('link', { name: 'Book a session with Kenji Mori' })
  expect(book.getAttribute('href')).toBe(`/talent/${kenji.id}?project=${idOf('a')}#book`)
  for (const { query } of server.calls(listBookings)) expect(query).toMatchObject({ projectId: idOf('a') })
})

test('after a failure the project is loaded again on request', async () => {
  const server = projectServer()
  server.refuse(readProject, 500, 'internal')
  renderScreen(server, path)
  expect(await screen.findByText('Couldn’t load this project')).toBeTruthy()
  server.reply(readProject, sampleProject())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Lobby of the museum' })).toBeTruthy()
})

test('the milestones tab is in the address and shows the milestone with its money', async () => {
  const server = projectServer()
  server.reply(readProject, sampleProject())
  const { router } = renderScreen(server, path)
  await userEvent.click(await screen.findByRole('link', { name: 'Milestones' }))
  expect(await screen.findByRole('heading', { name: 'Lighting' })).toBeTruthy()
  expect(screen.getByText('Lamps for the lobby.')).toBeTruthy()
  expect(screen.getByText('No version yet')).toBeTruthy()
  expect(router.state.location.search).toBe('?view=milestones')
})

test('before an offer is accepted the milestones tab leads to the contract', async () => {
  const server = projectServer()
  server.reply(
    readProject,
    sampleProject({ commissions: [sampleCommission({ state: 'offered', expiresAt: now, milestones: [] })] }),
  )
  renderScreen(server, `${path}?view=milestones`)
  expect(await screen.findByText('No milestones yet')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  const links = main.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toContain(`${path}?view=contract&commission=${idOf('b')}`)
})

test('a creator starts a milestone; a refusal says why and changes nothing', async () => {
  const server = projectServer()
  const withMilestone = (shown: Milestone) =>
    sampleProject({
      viewerRole: 'creator',
      commissions: [sampleCommission({ viewerRole: 'creator', milestones: [shown] })],
    })
  const startable = sampleMilestone({ actions: ['start'] })
  server.reply(readProject, withMilestone(startable))
  server.refuse(startMilestone, 422, 'milestone.refused', { detail: 'The account is being reviewed.' })
  const user = { ...maya, id: kenji.id, name: kenji.name, role: 'creator' as const }
  renderScreen(server, `${path}?milestone=${milestone.id}`, { user })
  await userEvent.click(await screen.findByRole('button', { name: 'Start work' }))
  expect(await screen.findByText('The account is being reviewed.')).toBeTruthy()
  const started = sampleMilestone({ version: 5, state: 'in_progress' })
  server.reply(startMilestone, () => {
    server.reply(readProject, withMilestone(started))
    return started
  })
  await userEvent.click(screen.getByRole('button', { name: 'Start work' }))
  expect(await screen.findByText('Work started')).toBeTruthy()
  expect(server.calls(startMilestone).at(-1)).toMatchObject({ params: { id: milestone.id }, body: { expected: 4 } })
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Start work' })).toBeNull())
})

test.each([
  ['the overview', path, 'Original files of Lighting'],
  ['the files', `${path}?view=files`, 'Original files of Lighting'],
  ['its milestone', `${path}?view=milestones&milestone=${milestone.id}`, 'Original files'],
])('the original files of a released milestone are offered on %s', async (_, address, list) => {
  const server = projectServer()
  const assets = [sampleAsset({ sourceUrl: '/api/assets/a/source' })]
  const approved = sampleVersion({ state: 'approved', assets })
  const released = sampleMilestone({ state: 'released', deliverables: [approved] })
  server.reply(readProject, sampleProject({ commissions: [sampleCommission({ milestones: [released] })] }))
  server.reply(listPins, { items: [] })
  renderScreen(server, address)
  const files = within(await screen.findByRole('list', { name: list }))
  expect(files.getByRole('button', { name: 'Download chair.glb' })).toBeTruthy()
})

test('the money tab begins with sentences, and reads the ledger only when its entries are asked for', async () => {
  const server = projectServer()
  const released = sampleMilestone({ state: 'released' })
  server.reply(readProject, sampleProject({ commissions: [sampleCommission({ milestones: [released] })] }))
  server.reply(listLedgerEntries, { items: [], next: null, total: null })
  renderScreen(server, `${path}?view=money`)
  const text = /^You paid €1,050\.00\. €900\.00 goes to Kenji Mori/
  await screen.findByText(
    (_, element) => element?.tagName === 'SPAN' && text.test(element.textContent) && element.children.length < 3,
  )
  expect(server.calls(listLedgerEntries)).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Show entries' }))
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})

/** Starts the server of a creator who has left the project: only their own commission is found. */
function serverOfFormerCreator() {
  const server = projectServer()
  server.refuse(readProject, 404, 'project.not-found')
  const ended = { by: 'creator' as const, reason: '' }
  server.reply(readCommission, sampleCommission({ state: 'declined', ended, viewerRole: 'creator', milestones: [] }))
  return server
}

test('a creator who has left the project reads their own offers at the link of the last notification', async () => {
  renderScreen(serverOfFormerCreator(), `${path}?view=contract&commission=${idOf('b')}`)
  expect(await screen.findByRole('heading', { name: 'Your offer to Maya Torres' })).toBeTruthy()
  expect(screen.getByText('Will you build our lobby?')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /offer|decline|withdraw/i })).toBeNull()
})

test.each([path, `${path}?commission=${idOf('b', 2)}`])('%s is not found', async (address) => {
  const server = serverOfFormerCreator()
  server.refuse(readCommission, 404, 'commission.not-found')
  renderScreen(server, address)
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
})

test('what was loaded before the user lost access is not shown any longer', async () => {
  const server = serverOfFormerCreator()
  renderScreen(server, `${path}?commission=${idOf('b')}`)
  await screen.findByText('Will you build our lobby?')
  server.refuse(readCommission, 404, 'commission.not-found')
  await queryCache.invalidateQueries()
  await vi.waitFor(() => expect(screen.queryByText('Will you build our lobby?')).toBeNull())
})
