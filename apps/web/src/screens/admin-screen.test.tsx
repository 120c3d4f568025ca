import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { suspendUser } from '@veranda/contract/admin/suspension/routes.ts'
import { lookUp, lookUpUser } from '@veranda/contract/admin/look-ups/routes.ts'
import { assignCase, listCases, listQueues, readCaseOwner } from '@veranda/contract/admin/routes.ts'
import { type AdminCase } from '@veranda/contract/admin/schemas.ts'
import { answerTicket, readTicketAsAdmin } from '@veranda/contract/support/routes.ts'
import { type AdminTicket } from '@veranda/contract/support/schemas.ts'
import { beforeAll, expect, test } from 'vitest'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/admin'))

const ticketId = idOf('a', 1)
const ticket: AdminTicket = {
  id: ticketId,
  number: 1001,
  state: 'open',
  version: 3,
  createdAt: now,
  email: 'ann@veranda.test',
  language: 'de',
  sender: { id: kenji.id, name: 'Ann Archer', avatar: null },
  message: 'How do I enter the room?',
  messages: [
    {
      id: idOf('a', 2),
      kind: 'answer',
      text: 'By the door.',
      at: now,
      author: { id: maya.id, name: maya.name, avatar: null },
    },
    {
      id: idOf('a', 3),
      kind: 'reply',
      text: 'Which one?',
      at: now,
      author: { id: kenji.id, name: 'Ann Archer', avatar: null },
    },
  ],
  notes: [{ id: idOf('a', 4), author: { id: maya.id, name: maya.name, avatar: null }, text: 'Be gentle', at: now }],
  links: [],
  firstAnsweredAt: now,
  actions: ['answer', 'reply', 'solve'],
}

const caseOf = (n: number): AdminCase => ({
  id: idOf('a', n),
  state: 'open',
  openedAt: now,
  title: `Question ${n}`,
  detail: `100${n} · ann@veranda.test`,
  money: null,
  owner: null,
})

function serveAdmin(server: ContractServer) {
  server.reply(listQueues, {
    roles: ['support'],
    permissions: ['answer-tickets'],
    caseMails: true,
    items: [{ queue: 'tickets', count: 2, ownCount: 0, oldestAt: now }],
  })
  server.reply(listCases, { items: [caseOf(1), caseOf(2)], next: null })
  server.reply(readTicketAsAdmin, ticket)
  server.reply(readCaseOwner, { owner: null })
}

test('the thread shows who wrote what, with the notes of the team apart, and an answer names the version that was read', async () => {
  const server = contractServer()
  serveAdmin(server)
  server.reply(answerTicket, { ...ticket, version: 4, state: 'waiting' })
  renderScreen(server, `/admin/tickets/${ticketId}`, { isAdmin: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Ticket 1001' })).toBeTruthy()
  const articles = screen.getAllByRole('article').map((article) => article.textContent)
  expect(articles.map((text) => text?.includes('Ann Archer'))).toEqual([true, false, true, false])
  expect(articles[1]).toContain(`${maya.name} for support`)
  expect(articles[3]).toContain('Be gentle')
  await userEvent.type(screen.getByLabelText('Text'), 'The red one.')
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(server.calls(answerTicket)).toHaveLength(1))
  expect(server.calls(answerTicket)[0]?.body).toEqual({ expected: 3, text: 'The red one.' })
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(''))
})

test('an answer to a thread that went on is refused with a sentence, keeps what was written, and reads the thread again', async () => {
  const server = contractServer()
  serveAdmin(server)
  server.refuse(answerTicket, 409, 'ticket.changed', { detail: 'There is a newer message.' })
  renderScreen(server, `/admin/tickets/${ticketId}`, { isAdmin: true })
  await userEvent.type(await screen.findByLabelText('Text'), 'The red one.')
  const reads = server.calls(readTicketAsAdmin).length
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect((await screen.findByRole('alert')).textContent).toContain('There is a newer message.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('The red one.')
  await waitFor(() => expect(server.calls(readTicketAsAdmin).length).toBeGreaterThan(reads))
})

test('keys lead through the queue: j and k move, Enter opens, Esc goes up, and in a field they are letters', async () => {
  const server = contractServer()
  serveAdmin(server)
  const { router } = renderScreen(server, '/admin', { isAdmin: true })
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  await userEvent.keyboard('gt')
  await screen.findByRole('link', { name: 'Question 1' })
  expect(router.state.location.pathname).toBe('/admin/tickets')
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Question 2')
  await userEvent.keyboard('k{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Ticket 1001' })
  expect(router.state.location.pathname).toBe(`/admin/tickets/${ticketId}`)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
  await userEvent.type(field, 'gt?')
  expect(field.value).toBe('gt?')
  await userEvent.keyboard('{Escape}{Escape}')
  expect(router.state.location.pathname).toBe('/admin/tickets')
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Support tickets')).toBeTruthy()
})

test('a case that someone else took meanwhile is refused with a sentence, and the page shows who has it', async () => {
  const server = contractServer()
  serveAdmin(server)
  server.refuse(assignCase, 409, 'admin.case-taken', { detail: 'Someone else has taken it.' })
  renderScreen(server, `/admin/tickets/${ticketId}`, { isAdmin: true })
  const take = await screen.findByRole('button', { name: 'Assign to me' })
  server.reply(readCaseOwner, { owner: { id: kenji.id, name: kenji.name, avatar: null } })
  await userEvent.click(take)
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has taken it.')
  expect(await screen.findByText(`Assigned to ${kenji.name}`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take over' })).toBeTruthy()
})

test('an admin without a second factor is led to where one is turned on, and everyone else finds nothing', async () => {
  const server = contractServer()
  server.refuse(listQueues, 403, 'admin.second-factor-missing')
  const { unmount } = renderScreen(server, '/admin', { isAdmin: true })
  expect((await screen.findByRole('link', { name: 'Open security settings' })).getAttribute('href')).toBe(
    '/settings/security',
  )
  unmount()
})

test('to a stranger the address does not exist', async () => {
  const server = contractServer()
  server.refuse(listQueues, 404, 'request.unknown-route')
  renderScreen(server, '/admin/tickets')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByText('Support tickets')).toBeNull()
})

test('a look-up by keyboard finds a user and opens the page, which shows no work to an admin without the permission for it', async () => {
  const server = contractServer()
  server.reply(listQueues, { roles: ['moderator'], permissions: ['look-up-users'], caseMails: true, items: [] })
  server.reply(lookUp, { items: [{ kind: 'user', id: kenji.id, title: 'Ann Archer', detail: 'ann@veranda.test' }] })
  server.reply(lookUpUser, {
    user: { id: kenji.id, name: 'Ann Archer', avatar: null },
    email: 'ann@veranda.test',
    handle: 'ann',
    role: 'creator',
    adminRoles: [],
    language: 'de',
    timeZone: 'Europe/Berlin',
    createdAt: now,
    lastSignInAt: now,
    closedAt: null,
    deletionAt: null,
    suspension: null,
    actions: ['suspend'],
    hasSecondFactor: true,
    deviceCount: 2,
    work: null,
  })
  const { router } = renderScreen(server, '/admin', { isAdmin: true })
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  await userEvent.keyboard('gl')
  await userEvent.type(await screen.findByLabelText('Email, handle or ID'), ' ann@veranda.test{Enter}')
  await screen.findByRole('link', { name: 'Ann Archer' })
  // One kind is no choice.
  expect(screen.queryByLabelText('Kind')).toBeNull()
  expect(server.calls(lookUp)[0]?.query).toEqual({ q: 'ann@veranda.test' })
  await userEvent.keyboard('{Escape}j{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Ann Archer' })
  expect(router.state.location.pathname).toBe(`/admin/users/${kenji.id}`)
  expect(screen.queryByRole('heading', { name: 'Balances' })).toBeNull()
  // Suspended by someone else meanwhile: the sentence says so, and the page shows it.
  server.refuse(suspendUser, 409, 'suspension.already-suspended', { detail: 'Someone else was faster.' })
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ann Archer?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Stolen pictures')
  await userEvent.type(dialog.getByLabelText('Until'), '2027-01-31')
  const reads = server.calls(lookUpUser).length
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Someone else was faster.')
  expect(server.calls(suspendUser)[0]?.body).toEqual({ reason: 'Stolen pictures', until: '2027-01-31' })
  await waitFor(() => expect(server.calls(lookUpUser).length).toBeGreaterThan(reads))
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{Escape}')
  expect(router.state.location.pathname).toBe('/admin/look-up')
})
