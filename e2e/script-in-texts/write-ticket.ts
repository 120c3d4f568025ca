import { addNote, answerTicket, fileTicket, replyToTicket, solveTicket } from '@veranda/contract/support/routes.ts'
import type { ApiClient } from '../support/api-client.ts'

/** Writes script into every text of a support ticket, on both sides. */
export async function writeTicket(
  sender: ApiClient,
  admin: ApiClient,
  write: (field: string, max?: number) => string,
): Promise<{ ticketId: string }> {
  const body = { email: 'maya@veranda.example', message: write('ticket-message', 1_000) }
  const { id: ticketId } = await sender.call(fileTicket, { body })
  const params = { id: ticketId }
  await admin.call(answerTicket, { params, body: { expected: 1, text: write('ticket-answer', 1_000) } })
  await sender.call(replyToTicket, { params, body: { text: write('ticket-reply', 1_000) } })
  await admin.call(addNote, { params, body: { text: write('ticket-note', 1_000) } })
  await admin.call(solveTicket, { params, body: { expected: 3, reason: write('ticket-solution', 1_000) } })
  return { ticketId }
}
