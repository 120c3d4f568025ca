import { type AdminQueueName } from '@veranda/core/admin/admin-queues.ts'

/** Returns the address of a queue, or of one of its cases. Bookings have a page of their own. */
export function casePath(queue: AdminQueueName, caseId?: string): string {
  if (caseId === undefined) return `/admin/${queue}`
  return queue === 'no-shows' ? `/booking/confirm/${caseId}` : `/admin/${queue}/${encodeURIComponent(caseId)}`
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
  'audit-log': 'a',
} as const satisfies Readonly<Record<AdminQueueName | 'audit-log', string>>
