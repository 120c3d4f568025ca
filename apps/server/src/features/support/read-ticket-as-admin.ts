import { type AdminTicket } from '@veranda/contract/support/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { ticketActionsFor } from '@veranda/core/support/ticket.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../platform/access/user.presenter.ts'
import { type Db } from '../../platform/db/database.ts'
import { ticketNotFound, toFacts } from './read-tickets.ts'
import { findTicket, listLinks, listMessages } from './ticket.repository.ts'

/** Reads a ticket with everything about it: who wrote what, the notes of the team and what it is about. */
export async function readTicketAsAdmin(db: Db, id: string): Promise<Result<AdminTicket>> {
  const row = await findTicket(db, id)
  if (!row) return ticketNotFound
  const messages = await listMessages(db, id)
  const { rows: notes } = await sql<{ id: string; text: string; created_at: Instant; author: UserSummaryRow }>`
    select n.id, n.text, n.created_at, ${userJson('u')} as author
    from support_notes n join users u on u.id = n.author_id
    where n.ticket_id = ${id} order by n.created_at, n.id`.execute(db)
  const users = await findUsers(db, [row.user_id, ...messages.map((message) => message.author_id)])
  const summaryOf = (userId: string | null) => (userId === null ? null : (users.get(userId) ?? null))
  return ok({
    ...toFacts(row),
    email: row.email,
    language: row.language,
    sender: summaryOf(row.user_id),
    message: row.message,
    messages: messages.map((message) => ({
      id: message.id,
      kind: message.kind,
      text: message.text,
      at: toIso(message.created_at),
      author: summaryOf(message.author_id),
    })),
    notes: notes.map((note) => ({
      id: note.id,
      author: toUserSummaryDto(note.author),
      text: note.text,
      at: toIso(note.created_at),
    })),
    links: await listLinks(db, id),
    firstAnsweredAt: row.first_answered_at === null ? null : toIso(row.first_answered_at),
    actions: ticketActionsFor(row.state, 'admin'),
  })
}

async function findUsers(db: Db, ids: readonly (string | null)[]) {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map<string, ReturnType<typeof toUserSummaryDto>>()
  const rows = await db.selectFrom('users').select(['id', 'name', 'avatar_file']).where('id', 'in', known).execute()
  return new Map(rows.map((row) => [row.id, toUserSummaryDto(row)]))
}
