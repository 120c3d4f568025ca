import { after, type Instant, type Milliseconds, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { createHmac } from 'node:crypto'
import { type Db } from '../../db/database.ts'
import { timestamptz } from '../../db/timestamptz.ts'

/** Clocks of nodes may differ by seconds; a count that is further ahead was written before a clock was set back. */
const maxClockDifferenceMs = minute
/** Rows that a call removes at most, so that the table holds little more than what still counts. */
const maxRemoved = 20

type Limit = { readonly max: number; readonly windowMs: Milliseconds }

/**
 * Counts a call against a limit that all nodes share, in one statement of its own: a refused call changes nothing, and
 * of calls at the same moment no more than the allowance get through. As in memory, an allowance refills evenly. Returns
 * the seconds to wait, at least one, for a call that is above the limit, and undefined for one that is not. `now` is
 * the node's own clock; where clocks differ, a limit is off by what refills in the difference.
 */
export async function takeFromSharedLimit(
  db: Db,
  key: string,
  { max, windowMs }: Limit,
  now: Instant,
): Promise<number | undefined> {
  // The allowance of a call; the limit is reached when as many as fit into the window are still to refill.
  const share = windowMs / max
  const { rows } = await sql<{ allowed: boolean | null; whole_at: Instant | null }>`
    with expired as (
      delete from rate_limit_counts where key in (
        select key from rate_limit_counts where whole_at < ${timestamptz(now)} and key <> ${key}
        order by whole_at limit ${sql.lit(maxRemoved)} for update skip locked)
    ),
    taken as (
      insert into rate_limit_counts as counted (key, whole_at) values (${key}, ${timestamptz(after(now, share))})
      on conflict (key) do update
        set whole_at = greatest(counted.whole_at, ${timestamptz(now)}) + ${share} * interval '1 millisecond'
        where greatest(counted.whole_at, ${timestamptz(now)}) <= ${timestamptz(after(now, windowMs - share))}
      returning key
    )
    select (select true from taken) as allowed, (select whole_at from rate_limit_counts where key = ${key}) as whole_at`.execute(
    db,
  )
  const [row] = rows
  if (row?.allowed) return undefined
  const isFromLaterClock = (row?.whole_at ?? now) - now > windowMs + maxClockDifferenceMs
  if (isFromLaterClock) await reduceToWindow(db, key, windowMs, now)
  // A row that another call has just begun is not seen yet.
  const nextAt = row?.whole_at && !isFromLaterClock ? row.whole_at - (windowMs - share) : now + share
  return Math.max(1, Math.ceil((nextAt - now) / 1_000))
}

/**
 * Makes a count as high as it can be by this clock, so that it refills although the clock was set back. It is not
 * emptied, because a node whose clock is wrong would give a guesser a whole allowance each time.
 */
async function reduceToWindow(db: Db, key: string, windowMs: Milliseconds, now: Instant): Promise<void> {
  await db
    .updateTable('rate_limit_counts')
    .set({ whole_at: new Date(after(now, windowMs)) })
    .where('key', '=', key)
    .where('whole_at', '>', timestamptz(after(now, windowMs + maxClockDifferenceMs)))
    .execute()
}

/** Returns the key under which a caller is counted: names and addresses are not stored as they are. */
export function sharedLimitKey(secret: string, limitAndCaller: string): string {
  return createHmac('sha256', secret).update(`rate limit ${limitAndCaller}`).digest('base64url')
}
