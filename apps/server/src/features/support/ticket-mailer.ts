import { hour, instant } from '@veranda/core/time/instant.ts'
import { type Env } from '../../env.ts'
import { type Db } from '../../platform/db/database.ts'
import { sharedLimitKey, takeFromSharedLimit } from '../../platform/http/limits/shared-limit.ts'
import { publicAddress } from '../../platform/http/server-address.ts'
import { t } from '../../platform/i18n.ts'
import { worker } from '../../platform/jobs/worker.ts'

export const ticketMailQueue = 'support.ticket-mails'
export type TicketMailJob = { ticketId: string; to: string; language: string }

/** Mails a ticket to one reader, with the sender as the reply-to address. */
export const ticketMailer = worker<TicketMailJob>(
  ticketMailQueue,
  async ({ ticketId, to, language }, { db, env, gateways }) => {
    const ticket = await db
      .selectFrom('support_tickets')
      .select(['id', 'number', 'email', 'message'])
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) return
    const link = adminLink(env, ticket.id)
    await gateways.mail.send({
      to,
      subject: t('notifications', 'mail.ticket.subject', ticket, language),
      text: t('notifications', 'mail.ticket.text', { ...ticket, link }, language),
      headers: { 'Reply-To': ticket.email, 'X-Veranda-Ticket': ticket.id },
    })
  },
)

export const replyMailQueue = 'support.reply-mails'
export type ReplyMailJob = { messageId: string; to: string; language: string }

/** Mails to one admin what the sender of a ticket wrote again. */
export const replyMailer = worker<ReplyMailJob>(
  replyMailQueue,
  async ({ messageId, to, language }, { db, env, gateways }) => {
    const message = await findMessageWithTicket(db, messageId)
    if (!message) return
    const { ticket_id: id, number, email, text } = message
    const params = { number, email, message: text, link: adminLink(env, id) }
    await gateways.mail.send({
      to,
      subject: t('support', 'mail.reply.subject', params, language),
      text: t('notifications', 'mail.ticket.text', params, language),
      headers: { 'Reply-To': email, 'X-Veranda-Ticket': id },
    })
  },
)

export const answerMailQueue = 'support.answer-mails'
export type AnswerMailJob = { messageId: string }

/** Mails an answer, or that the ticket is solved, to its sender, with the way in which they can write again. */
export const answerMailer = worker<AnswerMailJob>(answerMailQueue, async ({ messageId }, { db, env, gateways }) => {
  const message = await findMessageWithTicket(db, messageId)
  if (!message) return
  const { ticket_id: id, number, email, text, kind, user_id: userId, language } = message
  const link = `${publicAddress(env)}/support/${id}`
  const parts = [
    ...(kind === 'solution' ? [t('support', 'mail.solved', { number }, language)] : []),
    text,
    userId === null
      ? t('support', 'mail.answer.by-mail', { number }, language)
      : t('support', 'mail.answer.in-app', { link }, language),
  ]
  await gateways.mail.send({
    to: email,
    subject: t('support', 'mail.answer.subject', { number }, language),
    text: parts.join('\n\n'),
    headers: { 'X-Veranda-Ticket': id },
  })
})

function findMessageWithTicket(db: Db, messageId: string) {
  return db
    .selectFrom('support_messages as m')
    .innerJoin('support_tickets as t', 't.id', 'm.ticket_id')
    .select(['m.ticket_id', 'm.kind', 'm.text', 't.number', 't.email', 't.user_id', 't.language'])
    .where('m.id', '=', messageId)
    .executeTakeFirst()
}

const adminLink = (env: Env, ticketId: string) => `${publicAddress(env)}/admin/tickets/${ticketId}`

export const ticketReceiptQueue = 'support.ticket-receipts'
export type TicketReceiptJob = { ticketId: string; language: string }

/** Receipts that one address gets, because anyone may enter any address. */
const receiptsPerAddress = { max: 3, windowMs: hour }

/** Mails the number of a ticket to its sender. Nothing of the message, which may have been sent in another's name. */
export const ticketReceiptMailer = worker<TicketReceiptJob>(
  ticketReceiptQueue,
  async ({ ticketId, language }, { db, env, gateways }) => {
    const ticket = await db
      .selectFrom('support_tickets')
      .select(['number', 'email'])
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) return
    const key = sharedLimitKey(env.secret ?? '', `support receipt ${ticket.email}`)
    if (await takeFromSharedLimit(db, key, receiptsPerAddress, instant(Date.now()))) return
    const { number } = ticket
    await gateways.mail.send({
      to: ticket.email,
      subject: t('support', 'mail.subject', { number }, language),
      text: t('support', 'mail.text', { number }, language),
    })
  },
)
