import { route } from '../../route.ts'
import type { IdParams } from '../../shared-schemas.ts'
import type {
  LookedUpEntries,
  LookedUpMoney,
  LookedUpProject,
  LookedUpUser,
  LookUpEntriesQuery,
  LookUpQuery,
  LookUpResults,
} from './schemas.ts'

/** Finds what an address, a handle or an id names. Every look-up is a row in the audit log. */
export const lookUp = route<{ query: LookUpQuery; reply: LookUpResults }>('GET', '/admin/look-ups')
export const lookUpUser = route<{ params: IdParams; reply: LookedUpUser }>('GET', '/admin/look-ups/users/:id')
export const lookUpProject = route<{ params: IdParams; reply: LookedUpProject }>('GET', '/admin/look-ups/projects/:id')
export const lookUpMilestone = route<{ params: IdParams; reply: LookedUpMoney }>(
  'GET',
  '/admin/look-ups/milestones/:id',
)
export const lookUpBooking = route<{ params: IdParams; reply: LookedUpMoney }>('GET', '/admin/look-ups/bookings/:id')
/** Lists the entries of one account in one currency. */
export const lookUpEntries = route<{ query: LookUpEntriesQuery; reply: LookedUpEntries }>(
  'GET',
  '/admin/look-ups/entries',
)
