import { sql } from 'kysely'
import { type Feature } from '../../platform/feature.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { supportRoutes } from './routes.ts'
import { ticketMailer, ticketReceiptMailer } from './ticket-mailer.ts'
import { type Eraser } from '../../platform/access/account-erasure.ts'

/** Messages of a user to the support team. */
const supportData: readonly PersonalData[] = [
  {
    name: 'support-tickets',
    select: (userId) => sql`
      select id, number, email as "answerTo", message, created_at as "createdAt"
      from support_tickets where user_id = ${userId} order by created_at, id`,
  },
]

/** Deletes a user's support tickets, also those that they wrote while signed out. */
const ticketEraser: Eraser = {
  tables: ['support_tickets'],
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
  jobs: [ticketMailer, ticketReceiptMailer],
  erasers: [ticketEraser],
  personalData: supportData,
}
