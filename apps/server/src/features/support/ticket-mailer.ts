import { hour, instant } from '@veranda/core/time/instant.ts'
import { sharedLimitKey, takeFromSharedLimit } from '../../platform/http/limits/shared-limit.ts'
import { t } from '../../platform/i18n.ts'
import { worker } from '../../platform/jobs/worker.ts'

export const ticketMailQueue = 'support.ticket-mails'
export type TicketMailJob = { ticketId: string; to: string; language: string }

/** Mails a ticket to one reader, with the sender as the reply-to address. */
export const ticketMailer = worker<TicketMailJob>(
  ticketMailQueue,
  async ({ ticketId, to, language }, { db, gateways }) => {
    const ticket = await db
      .selectFrom('support_tickets')
      .select(['id', 'number', 'email', 'message'])
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) return
    await gateways.mail.send({
      to,
      subject: t('notifications', 'mail.ticket.subject', ticket, language),
      text: t('notifications', 'mail.ticket.text', ticket, language),
      headers: { 'Reply-To': ticket.email, 'X-Veranda-Ticket': ticket.id },
    })
  },
)

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
