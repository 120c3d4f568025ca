import { type AdminQueueName } from '@veranda/core/admin/admin-queues.ts'
import { type LookUpKind } from '@veranda/core/admin/look-ups.ts'

/** Returns the address of a queue, or of one of its cases. Bookings have a page of their own. */
export function casePath(queue: AdminQueueName, caseId?: string): string {
  if (caseId === undefined) return `/admin/${queue}`
  return queue === 'no-shows' ? `/booking/confirm/${caseId}` : `/admin/${queue}/${encodeURIComponent(caseId)}`
}

/** The sections of what can be looked up; `accounts` are those of the ledger. */
export const lookUpSections = ['users', 'projects', 'bookings', 'milestones', 'accounts'] as const

/** Returns the address of the page of a looked-up user, project, booking or milestone. */
export function lookUpPath(kind: LookUpKind, id: string): string {
  return `/admin/${kind}s/${id}`
}

/** Returns the address of the entries of a ledger account in one currency. */
export function accountPath(account: string, currency: string): string {
  return `/admin/accounts/${account}?currency=${currency}`
}

/** The key that goes to a section after `g`; letters of the English names, as on the other tools of our trade. */
export const sectionKeys = {
  tickets: 't',
  confirmations: 's',
  disputes: 'd',
  refunds: 'r',
  chargebacks: 'c',
  reports: 'p',
  'no-shows': 'm',
  'failed-work': 'f',
  'look-up': 'l',
  'audit-log': 'a',
} as const satisfies Readonly<Record<AdminQueueName | 'look-up' | 'audit-log', string>>
