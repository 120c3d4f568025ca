import { type TicketBody, type TicketFiled } from '@veranda/contract/support/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { append } from '../../log/append.ts'
import { ticketMails, type TicketMail } from './ticket-mails.ts'

/** Files what somebody asks, signed in or not, and queues the mails about it. */
export async function fileTicket(
  at: { tx: Tx; actor: Actor | undefined; deps: Deps },
  asked: TicketBody,
): Promise<Result<TicketFiled>> {
  const { tx, actor, deps } = at
  const id = deps.ids.next()
  const now = deps.clock.now()
  await tx
    .insertInto('support_tickets')
    .values({
      id,
      person_id: actor?.id ?? null,
      email: asked.email,
      message: asked.message,
      created_at: new Date(now),
    })
    .execute()
  await append(tx, {
    type: 'support.ticket-filed',
    subject: { kind: 'support-ticket', id },
    actor: actor?.id ?? null,
    at: now,
    data: { ticketId: id },
  })
  for (const reader of await whoReads(tx, deps)) {
    const job: TicketMail = { ticketId: id, to: reader.email, language: reader.language }
    await deps.jobs.enqueue(tx, ticketMails, job, { key: `${id}:${reader.email}` })
  }
  return ok({ id })
}

/** The operators; our own address while there is none. */
async function whoReads(tx: Tx, deps: Deps): Promise<{ email: string; language: string }[]> {
  const operators = await tx
    .selectFrom('people')
    .select(['email', 'language'])
    .where('operator', '=', true)
    .where('closed_at', 'is', null)
    .execute()
  return operators.length > 0 ? operators : [{ email: deps.env.mailFrom, language: 'en' }]
}
