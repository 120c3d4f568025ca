import { maxPageViewDays } from '@veranda/contract/analytics/schemas.ts'
import { after, day, hour, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { timestamptz } from '../../platform/db/timestamptz.ts'
import { type NightlyTask } from '../../platform/timers/nightly-timer.ts'
import { type Feature } from '../../platform/feature.ts'
import { analyticsRoutes } from './routes.ts'

/** Totals of page views, and errors that did not happen again, are kept this long. */
const analyticsRetentionMs = maxPageViewDays * day

/** Deletes every night the totals of days older than 90 days, and the errors that were last seen before. */
export const deleteOldAnalytics: NightlyTask = {
  kind: 'analytics.delete-old',
  subject: { kind: 'analytics', id: 'old' },
  // After the old receipts.
  timeOfDayMs: 4.5 * hour,
  async run({ tx, deps }) {
    const oldest = after(deps.clock.now(), -analyticsRetentionMs)
    await sql`delete from page_view_totals where day < ${toIso(oldest).slice(0, 10)}::date`.execute(tx)
    await sql`delete from error_groups where last_at < ${timestamptz(oldest)}`.execute(tx)
    return 'done'
  },
}

/** Page views as totals, and errors of the app. Nothing here says who. */
export const analyticsFeature: Feature = {
  name: 'analytics',
  routes: analyticsRoutes,
  nightlyTasks: [deleteOldAnalytics],
}
