import { ticketChanged } from '@veranda/contract/support/events.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type SupportEvent } from '@veranda/core/support/events.ts'
import { type TicketState } from '@veranda/core/support/ticket.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { readAdminIds } from '../../platform/access/admins.ts'
import { type Tx } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { type TicketMessageRow, type TicketRow } from './ticket.repository.ts'

/**
 * Writes a message of a ticket, with the state that it leads to, and publishes the change. The caller holds the ticket's
 * lock. Returns the id of the message.
 */
export async function writeMessage(
  { tx, actor, deps }: CommandContext,
  ticket: TicketRow,
  { kind, text, state }: Pick<TicketMessageRow, 'kind' | 'text'> & { state: TicketState },
): Promise<string> {
  const id = deps.ids.next()
  const now = deps.clock.now()
  await tx
    .insertInto('support_messages')
    .values({ id, ticket_id: ticket.id, kind, author_id: actor.id, text, created_at: new Date(now) })
    .execute()
  const isFirstAnswer = kind === 'answer' && ticket.first_answered_at === null
  await tx
    .updateTable('support_tickets')
    .set({ state, version: ticket.version + 1, ...(isFirstAnswer && { first_answered_at: new Date(now) }) })
    .where('id', '=', ticket.id)
    .execute()
  if (ticket.user_id !== null && kind !== 'reply') {
    const data = { ticketId: ticket.id, number: ticket.number, senderId: asId<UserId>(ticket.user_id) }
    const event = { type: kind === 'answer' ? 'ticket.answered' : 'ticket.solved', data } satisfies SupportEvent
    await appendEvent(tx, { ...event, subject: { kind: 'support-ticket', id: ticket.id }, actor: actor.id, at: now })
  }
  await publishTicketChange(tx, ticket, ticket.version + 1)
  return id
}

/** Publishes a change to the sender and to those who answer tickets. */
export async function publishTicketChange(
  tx: Tx,
  { id, user_id: senderId }: Pick<TicketRow, 'id' | 'user_id'>,
  version: number,
): Promise<void> {
  const admins = await readAdminIds(tx, 'answer-tickets')
  const readers = new Set(senderId === null ? admins : [senderId, ...admins])
  await publishChange(tx, readers, ticketChanged, { id, version })
}
