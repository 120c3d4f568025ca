import { type AdminPermission } from './admin-roles.ts'

/** The lists of cases that wait for an admin. */
export const adminQueues = [
  'tickets',
  'confirmations',
  'disputes',
  'refunds',
  'chargebacks',
  'reports',
  'no-shows',
  'failed-work',
] as const
export type AdminQueueName = (typeof adminQueues)[number]

/** The permission without which an admin neither sees a queue nor takes its cases. */
export const permissionOfQueue: Readonly<Record<AdminQueueName, AdminPermission>> = {
  tickets: 'answer-tickets',
  confirmations: 'decide-disputes',
  disputes: 'decide-disputes',
  refunds: 'retry-refunds',
  chargebacks: 'read-chargebacks',
  reports: 'decide-reports',
  'no-shows': 'decide-attendance',
  'failed-work': 'retry-failed-work',
}

/** The states of the cases of a queue by which it can be filtered; the first are those that wait for an admin. */
export const statesOfQueue = {
  tickets: ['open', 'waiting', 'solved'],
  confirmations: ['open'],
  disputes: ['deciding', 'running', 'ended'],
  refunds: ['failed', 'requested', 'paid', 'charged_back'],
  chargebacks: ['open', 'won', 'lost'],
  reports: ['open', 'closed'],
  'no-shows': ['open'],
  'failed-work': ['open'],
} as const satisfies Readonly<Record<AdminQueueName, readonly [string, ...string[]]>>
export type CaseState = (typeof statesOfQueue)[AdminQueueName][number]

/** Returns the state in which a case of a queue waits for an admin. */
export function waitingStateOf(queue: AdminQueueName): CaseState {
  return statesOfQueue[queue][0]
}
