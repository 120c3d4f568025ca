import { type Feature } from '../../platform/feature.ts'
import { ticketEraser } from './erase-user.ts'
import { supportRoutes } from './routes.ts'
import { ticketMailer } from './ticket-mailer.ts'

/** Support tickets to the admins. */
export const supportFeature: Feature = {
  name: 'support',
  routes: supportRoutes,
  jobs: [ticketMailer],
  erasers: [ticketEraser],
}
