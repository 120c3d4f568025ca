import { sentence } from '../../say.ts'
import { worker } from '../../jobs/jobs.ts'

export const ticketMails = 'support.ticket-mails'
export type TicketMail = { ticketId: string; to: string; language: string }

/** Mails a ticket to one reader, who answers to its sender. */
export const ticketMailer = worker<TicketMail>(ticketMails, async ({ ticketId, to, language }, { db, gateways }) => {
  const ticket = await db
    .selectFrom('support_tickets')
    .select(['id', 'email', 'message'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!ticket) return
  await gateways.mail.send({
    to,
    subject: sentence('notifications', 'mail.ticket.subject', { email: ticket.email }, language),
    text: sentence('notifications', 'mail.ticket.text', { email: ticket.email, message: ticket.message }, language),
    headers: { 'Reply-To': ticket.email, 'X-Veranda-Ticket': ticket.id },
  })
})
