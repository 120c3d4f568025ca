import { day } from '../../time/instant.ts'

/** Time in milliseconds for which a finished copy of a user's data can be downloaded. */
export const dataExportLifetimeMs = 7 * day

/** The files of a copy, in the order in which its first page lists them. */
export const personalDataNames = [
  'account',
  'sign-in-methods',
  'sessions',
  'security-events',
  'profile',
  'packages',
  'hourly-services',
  'portfolio',
  'portfolio-consents',
  'page-reports',
  'schedule',
  'calendar-feed',
  'bookings',
  'attendance',
  'projects',
  'commissions',
  'offers',
  'milestones',
  'deliverables',
  'change-requests',
  'pins',
  'pin-messages',
  'reviews',
  'conversations',
  'messages',
  'message-edits',
  'rooms',
  'room-visits',
  'room-records',
  'charges',
  'payouts',
  'payout-account',
  'receipts',
  'ledger',
  'notifications',
  'notification-preferences',
  'push-devices',
  'support-tickets',
  'unfinished-files',
] as const
export type PersonalDataName = (typeof personalDataNames)[number]
