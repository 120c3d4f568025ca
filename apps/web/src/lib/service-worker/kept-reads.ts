import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listBookings, readBooking, readCalendar } from '@veranda/contract/bookings/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { listActivity, listProjects, readCommission, readProject } from '@veranda/contract/commissions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { listConversations, listMessages, readConversation } from '@veranda/contract/conversations/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications, readPreferences, readUnreadCounts } from '@veranda/contract/notifications/routes.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { buildSettings } from '../build-settings.ts'

/** The reads that can be repeated offline. No reply of theirs has a token or a link that lets anyone in. */
export const keptReads = [
  readDashboard,
  listProjects,
  readProject,
  readCommission,
  listActivity,
  listPins,
  listConversations,
  readConversation,
  listMessages,
  listNotifications,
  readPreferences,
  readUnreadCounts,
  listBookings,
  readBooking,
  readCalendar,
  readReviews,
  listWorkConsents,
  readAccount,
  readConfig,
] as const

const patterns = keptReads.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/** Returns the path of an address below that of the API; undefined for any other address. */
export function pathBelowApi(url: string): string | undefined {
  const api = new URL(`${buildSettings.apiUrl}/`, location.origin).href
  return url.startsWith(api) ? url.slice(api.length - 1).split('?', 1)[0] : undefined
}

/** Returns whether the reply to a read of this path is kept for when there is no network. */
export function isKeptRead(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
