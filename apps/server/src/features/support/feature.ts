import { sql } from 'kysely'
import { type Feature } from '../../platform/feature.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { supportRoutes } from './routes.ts'
import { answerMailer, replyMailer, ticketMailer, ticketReceiptMailer } from './ticket-mailer.ts'
import { ticketQueue } from './ticket.repository.ts'
import { type Eraser } from '../../platform/access/account-erasure.ts'

/** Messages of a user to the support team. */
const supportData: readonly PersonalData[] = [
  {
    name: 'support-tickets',
    select: (userId) => sql`
      select t.id, t.number, t.email as "answerTo", t.message, t.language, t.state, t.created_at as "createdAt",
        t.first_answered_at as "firstAnsweredAt",
        coalesce((
          select json_agg(json_build_object('kind', m.kind, 'text', m.text, 'at', m.created_at) order by m.created_at, m.id)
          from support_messages m where m.ticket_id = t.id), '[]'::json) as messages
      from support_tickets t where t.user_id = ${userId} order by t.created_at, t.id`,
  },
]

/** Deletes a user's support tickets, also those that they wrote while signed out. */
const ticketEraser: Eraser = {
  // The rest goes with its ticket.
  tables: ['support_tickets', 'support_messages', 'support_notes', 'support_links'],
  async erase({ tx }, { id, email }) {
    await tx
      .deleteFrom('support_tickets')
      .where((e) => e.or([e('user_id', '=', id), ...(email === null ? [] : [e('email', '=', email)])]))
      .execute()
  },
}

/** Support tickets to the admins. */
export const supportFeature: Feature = {
  name: 'support',
  routes: supportRoutes,
  jobs: [ticketMailer, ticketReceiptMailer, replyMailer, answerMailer],
  adminQueues: [ticketQueue],
  erasers: [ticketEraser],
  personalData: supportData,
}
