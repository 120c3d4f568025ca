import { type AdminTicket, type ReplyBody, type Ticket } from '@veranda/contract/support/schemas.ts'
import { type Result } from '@veranda/core/result.ts'
import { replyToTicket as decideReply } from '@veranda/core/support/ticket.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { readAdminRecipients } from '../../platform/access/admins.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { readTicketAsAdmin } from './read-ticket-as-admin.ts'
import { readTicket, ticketNotFound } from './read-tickets.ts'
import { replyMailQueue, type ReplyMailJob } from './ticket-mailer.ts'
import { lockTicket } from './ticket.repository.ts'
import { writeMessage } from './write-message.ts'

/** Adds what the sender writes again, which opens the ticket, and mails it to the admins. */
export async function replyToTicket(ctx: CommandContext, id: string, { text }: ReplyBody): Promise<Result<Ticket>> {
  const { tx, actor, deps } = ctx
  const ticket = await lockTicket(tx, id)
  if (ticket?.user_id !== actor.id) return ticketNotFound
  const decided = decideReply(ticket, 'sender')
  if (!decided.ok) return decided
  const messageId = await writeMessage(ctx, ticket, { kind: 'reply', text, state: decided.value })
  for (const { email, language } of await readAdminRecipients(tx, deps.env, 'answer-tickets')) {
    const job: ReplyMailJob = { messageId, to: email, language }
    await deps.jobs.enqueue(tx, replyMailQueue, job, { key: `${messageId}:${email}` })
  }
  return readTicket(tx, actor.id, id)
}

/** Adds what the sender wrote by mail, as an admin received it. */
export async function replyToTicketAsAdmin(
  ctx: CommandContext & { readonly request: RequestInfo },
  id: string,
  { text }: ReplyBody,
): Promise<Result<AdminTicket>> {
  const { tx, actor, clock, request } = ctx
  const ticket = await lockTicket(tx, id)
  if (!ticket) return ticketNotFound
  const decided = decideReply(ticket, 'admin')
  if (!decided.ok) return decided
  await writeMessage(ctx, ticket, { kind: 'reply', text, state: decided.value })
  await recordAudit(tx, {
    action: 'ticket.reply-added',
    userId: ticket.user_id,
    actorId: actor.id,
    at: clock.now(),
    request,
    data: { ticket: id, before: { state: ticket.state }, after: { state: decided.value } },
  })
  return readTicketAsAdmin(tx, id)
}
