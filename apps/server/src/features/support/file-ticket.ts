import { type TicketBody, type TicketReply } from '@veranda/contract/support/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../platform/access/actor.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { ticketMailQueue, type TicketMailJob, type TicketReceiptJob, ticketReceiptQueue } from './ticket-mailer.ts'
import { publishTicketChange } from './write-message.ts'
import { readAdminRecipients } from '../../platform/access/admins.ts'

/** Files a support ticket, signed in or not, and enqueues the mails about it. */
export async function fileTicket(
  ctx: { tx: Tx; actor: Actor | undefined; deps: Deps; request: RequestInfo },
  body: TicketBody,
): Promise<Result<TicketReply>> {
  const { tx, actor, deps } = ctx
  const id = deps.ids.next()
  const now = deps.clock.now()
  const { number } = await tx
    .insertInto('support_tickets')
    .values({
      id,
      user_id: actor?.id ?? null,
      email: body.email,
      message: body.message,
      language: ctx.request.language,
      created_at: new Date(now),
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await appendEvent(tx, {
    type: 'support.ticket-filed',
    subject: { kind: 'support-ticket', id },
    actor: actor?.id ?? null,
    at: now,
    data: { ticketId: id },
  })
  for (const reader of await readAdminRecipients(tx, deps.env, 'answer-tickets')) {
    const job: TicketMailJob = { ticketId: id, to: reader.email, language: reader.language }
    await deps.jobs.enqueue(tx, ticketMailQueue, job, { key: `${id}:${reader.email}` })
  }
  await publishTicketChange(tx, { id, user_id: actor?.id ?? null }, 1)
  const receipt: TicketReceiptJob = { ticketId: id, language: ctx.request.language }
  await deps.jobs.enqueue(tx, ticketReceiptQueue, receipt, { key: id })
  return ok({ id, number })
}
