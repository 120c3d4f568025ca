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
      .select(['id', 'email', 'message'])
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) return
    await gateways.mail.send({
      to,
      subject: t('notifications', 'mail.ticket.subject', { email: ticket.email }, language),
      text: t('notifications', 'mail.ticket.text', { email: ticket.email, message: ticket.message }, language),
      headers: { 'Reply-To': ticket.email, 'X-Veranda-Ticket': ticket.id },
    })
  },
)
