import { sql } from 'kysely'
import { type Feature } from '../../platform/feature.ts'
import { ticketEraser } from './erase-user.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { supportRoutes } from './routes.ts'
import { ticketMailer } from './ticket-mailer.ts'

/** Messages of a user to the support team. */
const supportData: readonly PersonalData[] = [
  {
    name: 'support-tickets',
    select: (userId) => sql`
      select id, email as "answerTo", message, created_at as "createdAt"
      from support_tickets where user_id = ${userId} order by created_at, id`,
  },
]

/** Support tickets to the admins. */
export const supportFeature: Feature = {
  name: 'support',
  routes: supportRoutes,
  jobs: [ticketMailer],
  erasers: [ticketEraser],
  personalData: supportData,
}
