import { type AdminTicket, type LinkTicketBody, type NoteBody } from '@veranda/contract/support/schemas.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { readTicketAsAdmin } from './read-ticket-as-admin.ts'
import { ticketNotFound } from './read-tickets.ts'
import { linkable, lockTicket, type TicketLink, type TicketRow } from './ticket.repository.ts'
import { publishTicketChange } from './write-message.ts'

type AdminContext = CommandContext & { readonly request: RequestInfo }
/**
 * Links a ticket to what an address or an id names: the last id in it that we know. Linking it twice changes nothing.
 * Refuses ticket.link-unknown (invalid, address).
 */
export async function linkTicket(
  ctx: AdminContext,
  id: string,
  { address }: LinkTicketBody,
): Promise<Result<AdminTicket>> {
  const { tx, clock, deps } = ctx
  const ticket = await lockTicket(tx, id)
  if (!ticket) return ticketNotFound
  const ids = address.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []
  const { rows } = await sql<{ kind: TicketLink['kind']; object_id: string }>`
    select o.kind, o.object_id from (${linkable}) o
    where o.object_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], o.object_id) desc limit 1`.execute(tx)
  const found = rows[0]
  if (!found) return refuse('ticket.link-unknown', 'invalid', { field: 'address' })
  await tx
    .insertInto('support_links')
    .values({ id: deps.ids.next(), ticket_id: id, ...found, created_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return recordChange(ctx, ticket, 'ticket.linked', { kind: found.kind, object: found.object_id })
}

/** Removes a link. Refuses ticket.link-not-found. */
export async function unlinkTicket(
  ctx: AdminContext,
  { id, linkId }: { id: string; linkId: string },
): Promise<Result<AdminTicket>> {
  const { tx } = ctx
  const ticket = await lockTicket(tx, id)
  if (!ticket) return ticketNotFound
  const removed = await tx
    .deleteFrom('support_links')
    .where('id', '=', linkId)
    .where('ticket_id', '=', id)
    .returning(['kind', 'object_id'])
    .executeTakeFirst()
  if (!removed) return refuse('ticket.link-not-found', 'not-found')
  return recordChange(ctx, ticket, 'ticket.unlinked', { kind: removed.kind, object: removed.object_id })
}

/** Adds a note that only admins read. */
export async function addNote(ctx: AdminContext, id: string, { text }: NoteBody): Promise<Result<AdminTicket>> {
  const { tx, actor, clock, deps } = ctx
  const ticket = await lockTicket(tx, id)
  if (!ticket) return ticketNotFound
  const noteId = deps.ids.next()
  await tx
    .insertInto('support_notes')
    .values({ id: noteId, ticket_id: id, author_id: actor.id, text, created_at: new Date(clock.now()) })
    .execute()
  return recordChange(ctx, ticket, 'ticket.note-added', { note: noteId })
}

/** Records what only admins see of a ticket; its sender is not in the row, so that their copy does not have it. */
async function recordChange(
  { tx, actor, clock, request }: AdminContext,
  ticket: TicketRow,
  action: string,
  data: object,
): Promise<Result<AdminTicket>> {
  const entry = { action, userId: null, actorId: actor.id, at: clock.now(), request }
  await recordAudit(tx, { ...entry, data: { ticket: ticket.id, ...data } })
  await publishTicketChange(tx, ticket, ticket.version)
  return readTicketAsAdmin(tx, ticket.id)
}
