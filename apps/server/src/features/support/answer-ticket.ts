import { type AdminTicket, type AnswerTicketBody, type SolveTicketBody } from '@veranda/contract/support/schemas.ts'
import { type Result } from '@veranda/core/result.ts'
import {
  answerTicket as decideAnswer,
  solveTicket as decideSolution,
  type TicketState,
} from '@veranda/core/support/ticket.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { readTicketAsAdmin } from './read-ticket-as-admin.ts'
import { ticketNotFound } from './read-tickets.ts'
import { answerMailQueue, type AnswerMailJob } from './ticket-mailer.ts'
import { lockTicket, type TicketRow } from './ticket.repository.ts'
import { writeMessage } from './write-message.ts'

type AdminContext = CommandContext & { readonly request: RequestInfo }

/** Sends an answer, by mail and in the app; the ticket then waits for its sender. */
export async function answerTicket(
  ctx: AdminContext,
  id: string,
  { expected, text }: AnswerTicketBody,
): Promise<Result<AdminTicket>> {
  const ticket = await lockTicket(ctx.tx, id)
  if (!ticket) return ticketNotFound
  const decided = decideAnswer(ticket, expected)
  if (!decided.ok) return decided
  return writeToSender(ctx, ticket, { kind: 'answer', text, state: decided.value })
}

/** Solves a ticket, with a reason that its sender reads. */
export async function solveTicket(
  ctx: AdminContext,
  id: string,
  { expected, reason }: SolveTicketBody,
): Promise<Result<AdminTicket>> {
  const ticket = await lockTicket(ctx.tx, id)
  if (!ticket) return ticketNotFound
  const decided = decideSolution(ticket, expected)
  if (!decided.ok) return decided
  return writeToSender(ctx, ticket, { kind: 'solution', text: reason, state: decided.value })
}

/** Writes a message to the sender, mails it and records who wrote it. */
async function writeToSender(
  ctx: AdminContext,
  ticket: TicketRow,
  message: { kind: 'answer' | 'solution'; text: string; state: TicketState },
): Promise<Result<AdminTicket>> {
  const { tx, actor, deps, clock, request } = ctx
  const messageId = await writeMessage(ctx, ticket, message)
  const job: AnswerMailJob = { messageId }
  await deps.jobs.enqueue(tx, answerMailQueue, job, { key: messageId })
  await recordAudit(tx, {
    action: message.kind === 'answer' ? 'ticket.answered' : 'ticket.solved',
    userId: ticket.user_id,
    actorId: actor.id,
    at: clock.now(),
    request,
    data: {
      ticket: ticket.id,
      message: messageId,
      ...(message.kind === 'solution' && { reason: message.text }),
      before: { state: ticket.state },
      after: { state: message.state },
    },
  })
  return readTicketAsAdmin(tx, ticket.id)
}
