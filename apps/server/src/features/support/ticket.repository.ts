import { type AdminTicket } from '@veranda/contract/support/schemas.ts'
import { type Selectable, sql } from 'kysely'
import { type AdminQueue } from '../../platform/access/admin-queue.ts'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type NotificationTables } from '../../platform/db/tables/notifications.ts'

export type TicketRow = Selectable<NotificationTables['support_tickets']>
export type TicketMessageRow = Selectable<NotificationTables['support_messages']>

export type TicketLink = AdminTicket['links'][number]

export function findTicket(db: Db, id: string): Promise<TicketRow | undefined> {
  return db.selectFrom('support_tickets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the ticket until the transaction ends. */
export function lockTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  return tx.selectFrom('support_tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Lists what both sides read below the ticket's own message, oldest first. Notes are in another table. */
export function listMessages(db: Db, ticketId: string): Promise<TicketMessageRow[]> {
  return db
    .selectFrom('support_messages')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Selects everything that a ticket can be linked to, with a title. */
export const linkable = sql<{ kind: TicketLink['kind']; object_id: string; title: string }>`
  select 'user' as kind, id as object_id, name as title from users
  union all select 'project', id, title from projects
  union all select 'booking', id, terms->>'title' from bookings
  union all select 'commission', k.id, p.title from commissions k join projects p on p.id = k.project_id`

/** Lists what a ticket is about. */
export async function listLinks(db: Db, ticketId: string): Promise<TicketLink[]> {
  const { rows } = await sql<TicketLink>`
    select l.id, l.kind, l.object_id as "objectId", o.title
    from support_links l join (${linkable}) o on o.kind = l.kind and o.object_id = l.object_id
    where l.ticket_id = ${ticketId} order by l.created_at, l.id`.execute(db)
  return rows
}

/** The tickets as cases, each since what its sender wrote last. */
export const ticketQueue: AdminQueue = {
  name: 'tickets',
  select: () => sql`
    select t.id::text as case_id, t.state,
      coalesce((select max(m.created_at) from support_messages m where m.ticket_id = t.id and m.kind = 'reply'), t.created_at)
        as opened_at,
      left(t.message, 200) as title, t.number || ' · ' || t.email as detail, null::bigint as amount, null as currency,
      null::timestamptz as due_at
    from support_tickets t`,
}
