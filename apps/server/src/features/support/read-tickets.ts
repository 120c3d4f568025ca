import { type Ticket, type TicketPage } from '@veranda/contract/support/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { ticketActionsFor } from '@veranda/core/support/ticket.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { encodeCursor, parseCursor } from '../../platform/db/cursor.ts'
import { type Db } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { findTicket, listMessages, type TicketRow } from './ticket.repository.ts'

export const ticketNotFound = refuse('ticket.not-found', 'not-found')

/** Lists one page of the tickets that the user filed while signed in, latest change first. */
export async function listTickets(db: Db, userId: string, query: PageQuery): Promise<Result<TicketPage>> {
  const limit = query.limit ?? 20
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const { rows } = await sql<TicketRow & { changed_at: Instant }>`
    select * from (
      select t.*, coalesce((select max(m.created_at) from support_messages m where m.ticket_id = t.id), t.created_at)
        as changed_at
      from support_tickets t where t.user_id = ${userId}
    ) own
    ${cursor ? sql`where (changed_at, id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by changed_at desc, id desc limit ${pageLimit(limit)}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => ({ ...toFacts(row), message: row.message, changedAt: toIso(row.changed_at) })),
    next: rows.length > limit && last ? encodeCursor({ at: last.changed_at, id: last.id }) : null,
  })
}

/** Reads a ticket for its sender. Refuses ticket.not-found to everyone else. */
export async function readTicket(db: Db, userId: string, id: string): Promise<Result<Ticket>> {
  const row = await findTicket(db, id)
  if (row?.user_id !== userId) return ticketNotFound
  const messages = await listMessages(db, id)
  return ok({
    ...toFacts(row),
    message: row.message,
    messages: messages.map(({ id: messageId, kind, text, created_at: at }) => ({
      id: messageId,
      kind,
      text,
      at: toIso(at),
    })),
    actions: ticketActionsFor(row.state, 'sender'),
  })
}

/** Returns what both sides see of a ticket. */
export function toFacts({ id, number, state, version, created_at: createdAt }: TicketRow) {
  return { id, number, state, version, createdAt: toIso(createdAt) }
}
