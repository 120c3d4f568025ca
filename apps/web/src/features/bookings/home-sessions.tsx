import { listNextBookings } from '@veranda/contract/bookings/routes.ts'
import { useRead } from '../../lib/api/query.ts'
import { UpcomingBookings } from './dashboard-bookings.tsx'
import { SessionBanner } from './session-banner.tsx'

const maxSessions = 3

/** Leads into the rooms of sessions that are open now, or lists the next ones. */
export function HomeSessions({ part }: { part: 'open' | 'next' }) {
  const sessions = useRead(listNextBookings, {}, { staleTimeMs: 0 }).data?.items ?? []
  return part === 'open' ? (
    <SessionBanner items={sessions} />
  ) : (
    <UpcomingBookings items={sessions.slice(0, maxSessions)} />
  )
}
