import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listTickets, readTicket, replyToTicket } from '@veranda/contract/support/routes.ts'
import { type Ticket } from '@veranda/contract/support/schemas.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => Promise.all([loadScreen('/support'), loadScreen(`/support/${idOf('a', 1)}`)]))

const ticket: Ticket = {
  id: idOf('a', 1),
  number: 1001,
  state: 'solved',
  version: 3,
  createdAt: now,
  message: 'How do I enter the room?',
  messages: [
    { id: idOf('a', 2), kind: 'answer', text: 'By the door.', at: now },
    { id: idOf('a', 3), kind: 'solution', text: 'You found it.', at: now },
  ],
  actions: ['reply'],
}

test('a sender reads the answers in order, and what they write again opens the request', async () => {
  const server = contractServer()
  server.reply(readTicket, ticket)
  server.reply(listTickets, { items: [], next: null })
  server.reply(replyToTicket, () => {
    const reply = { id: idOf('a', 4), kind: 'reply', text: 'It is locked.', at: now } as const
    const opened: Ticket = { ...ticket, state: 'open', version: 4, messages: [...ticket.messages, reply] }
    server.reply(readTicket, opened)
    return opened
  })
  renderScreen(server, `/support/${ticket.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Request 1001' })).toBeTruthy()
  const texts = () => screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(texts().map((text) => text?.startsWith('Veranda support'))).toEqual([false, true, true])
  expect(screen.getByText('Your message opens the request again.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Write again'), 'It is locked.')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('With us')).toBeTruthy()
  expect(texts().at(-1)).toContain('It is locked.')
  expect(server.calls(replyToTicket)[0]?.body).toEqual({ text: 'It is locked.' })
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Write again').value).toBe(''))
})

test('the support page lists what the user sent, each with its state', async () => {
  const server = contractServer()
  const { id, number, state, version, createdAt, message } = ticket
  server.reply(listTickets, {
    items: [{ id, number, state, version, createdAt, message, changedAt: now }],
    next: null,
  })
  renderScreen(server, '/support')
  const link = await screen.findByRole('link', { name: 'How do I enter the room?' })
  expect(link.getAttribute('href')).toBe(`/support/${id}`)
  expect(screen.getByText('Solved')).toBeTruthy()
})
