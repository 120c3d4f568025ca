import { createHmac, hash, randomBytes } from 'node:crypto'
import { type CalendarFeed } from '@veranda/contract/bookings/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, after, day, toIso } from '@veranda/core/time/instant.ts'
import { type Clock } from '../../../platform/clock/clock.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type FileReply } from '../../../platform/http/route.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { absoluteUrl, buildFeed } from './icalendar.ts'
import { findCalendarEntries } from './calendar-entry.repository.ts'
import { toCalendarDownload } from './read-calendar-file.ts'

/** Returns the private address of the user's calendar feed; creates it on the first call. */
export async function readCalendarFeed(ctx: CommandContext): Promise<Result<CalendarFeed>> {
  const { tx, actor } = ctx
  const row = await tx.selectFrom('calendar_feeds').selectAll().where('user_id', '=', actor.id).executeTakeFirst()
  return row ? ok(toCalendarFeedDto(ctx.deps, actor.id, row)) : renewCalendarFeed(ctx)
}

/** Creates a new feed address; the old one stops working at once. */
export async function renewCalendarFeed({ tx, actor, clock, deps }: CommandContext): Promise<Result<CalendarFeed>> {
  const nonce = randomBytes(24).toString('base64url')
  const now = clock.now()
  const columns = {
    nonce,
    token_hash: hashToken(feedToken(deps, actor.id, nonce)),
    renewed_at: new Date(now),
  }
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: actor.id, ...columns })
    .onConflict((c) => c.column('user_id').doUpdateSet(columns))
    .execute()
  const event = { type: 'account.calendar-feed-changed', data: { userId: actor.id } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at: now })
  return ok(toCalendarFeedDto(deps, actor.id, { nonce, renewed_at: now }))
}

/** Returns the calendar at that address: all upcoming bookings and those of the last 90 days. */
export async function readCalendarFeedFile(
  { tx, clock, deps }: { tx: Db | Tx; clock: Clock; deps: Deps },
  token: string,
): Promise<Result<FileReply>> {
  const row = await tx
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) return refuse('calendar.feed-not-found', 'not-found')
  const now = clock.now()
  const entries = await findCalendarEntries(tx, row.user_id, { from: after(now, -90 * day), now })
  return ok(toCalendarDownload(buildFeed(entries, now, deps), 'veranda.ics'))
}

function toCalendarFeedDto(deps: Deps, userId: string, row: { nonce: string; renewed_at: Instant }): CalendarFeed {
  const token = feedToken(deps, userId, row.nonce)
  return {
    url: absoluteUrl(`/api/calendar/feeds/${token}/veranda.ics`, deps),
    renewedAt: toIso(row.renewed_at),
  }
}

/**
 * Derives the token from the installation's secret and a nonce, so that the database alone does not open any calendar.
 */
function feedToken({ env }: Deps, userId: string, nonce: string): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`calendar-feed:${userId}:${nonce}`)
    .digest('base64url')
}

function hashToken(token: string): string {
  return hash('sha256', token)
}
