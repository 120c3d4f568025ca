import { type Feature } from '../../feature.ts'
import { supportRoutes } from './routes.ts'
import { ticketMailer } from './ticket-mails.ts'

/** Questions to the people who run this place. */
export const supportFeature: Feature = { name: 'support', routes: supportRoutes, jobs: [ticketMailer] }
