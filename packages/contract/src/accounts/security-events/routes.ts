import { route } from '../../route.ts'
import type { SecurityEventList, SecurityEventsQuery } from './schemas.ts'

/** Lists what happened to the account in the last twelve months, newest first. */
export const listSecurityEvents = route<{ query: SecurityEventsQuery; reply: SecurityEventList }>(
  'GET',
  '/accounts/security-events',
)
