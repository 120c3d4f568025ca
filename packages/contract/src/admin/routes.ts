import { route } from '../route.ts'
import type { Done } from '../shared-schemas.ts'
import type {
  AdminSettingsBody,
  AssignCaseBody,
  AuditPage,
  AuditQuery,
  CaseOwner,
  CasePage,
  CaseQuery,
  CasesQuery,
  FailedWork,
  FailedWorkBody,
  QueueList,
  QueueParams,
} from './schemas.ts'

export const listQueues = route<{ reply: QueueList }>('GET', '/admin/queues')
/** Turns the admin's own mails about cases on or off. */
export const changeAdminSettings = route<{ body: AdminSettingsBody; reply: Done }>('PUT', '/admin/settings')
/** Lists one page of the cases of a queue, by default those that wait, oldest first. */
export const listCases = route<{ params: QueueParams; query: CasesQuery; reply: CasePage }>(
  'GET',
  '/admin/queues/:queue/cases',
)
/** Returns who has taken a case. */
export const readCaseOwner = route<{ params: QueueParams; query: CaseQuery; reply: CaseOwner }>(
  'GET',
  '/admin/queues/:queue/owner',
)
export const assignCase = route<{ params: QueueParams; body: AssignCaseBody; reply: CaseOwner }>(
  'POST',
  '/admin/queues/:queue/owner',
)
export const readFailedWork = route<{ query: CaseQuery; reply: FailedWork }>('GET', '/admin/failed-work')
export const retryFailedWork = route<{ body: FailedWorkBody; reply: Done }>('POST', '/admin/failed-work/retry')
/** Gives the work up for good. */
export const dropFailedWork = route<{ body: FailedWorkBody; reply: Done }>('POST', '/admin/failed-work/drop')
/** Searches the audit log, latest first. */
export const listAuditEntries = route<{ query: AuditQuery; reply: AuditPage }>('GET', '/admin/audit-log')
