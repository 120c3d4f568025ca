import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Feed } from '@veranda/contract/bookings/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, after, day, toIso } from '@veranda/core/time/instant.ts'
import { type Clock } from '../../clock.ts'
import { type Db, type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type Raw } from '../../http/raw.ts'
import { type At } from './at.ts'
import { addressOf, feedOf } from './calendar-file.ts'
import { entriesFor } from './calendar-entries.ts'
import { fileOf } from './read-calendar-file.ts'

/** The private address of one's calendar; made when it is first asked for. */
export async function readFeedAddress(at: At): Promise<Result<Feed>> {
  const { tx, actor } = at
  const row = await tx.selectFrom('calendar_feeds').selectAll().where('person_id', '=', actor.id).executeTakeFirst()
  return row ? ok(show(at.deps, actor.id, row)) : renewFeedAddress(at)
}

/** A new address; the old one is dead at once. */
export async function renewFeedAddress({ tx, actor, clock, deps }: At): Promise<Result<Feed>> {
  const nonce = randomBytes(24).toString('base64url')
  const now = clock.now()
  const columns = {
    nonce,
    token_hash: hashOf(tokenOf(deps, actor.id, nonce)),
    renewed_at: new Date(now),
  }
  await tx
    .insertInto('calendar_feeds')
    .values({ person_id: actor.id, ...columns })
    .onConflict((c) => c.column('person_id').doUpdateSet(columns))
    .execute()
  return ok(show(deps, actor.id, { nonce, renewed_at: now }))
}

/** What a calendar program reads at that address: all that is to come, and what was in the last 90 days. */
export async function readFeed(
  { tx, clock, deps }: { tx: Db | Tx; clock: Clock; deps: Deps },
  token: string,
): Promise<Result<Raw>> {
  const row = await tx
    .selectFrom('calendar_feeds')
    .select('person_id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) return refuse('calendar.no-such-feed', 'not-found')
  const now = clock.now()
  const entries = await entriesFor(tx, row.person_id, { from: after(now, -90 * day), now })
  return ok(fileOf(feedOf(entries, now, deps), 'veranda.ics'))
}

function show(deps: Deps, personId: string, row: { nonce: string; renewed_at: Instant }): Feed {
  const token = tokenOf(deps, personId, row.nonce)
  return {
    url: addressOf(`/api/calendar/feeds/${token}/veranda.ics`, deps),
    renewedAt: toIso(row.renewed_at),
  }
}

/** Of the installation's secret and a number used once, so that the database alone opens nobody's calendar. */
function tokenOf({ env }: Deps, personId: string, nonce: string): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`calendar-feed:${personId}:${nonce}`)
    .digest('base64url')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
