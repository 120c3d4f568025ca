import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { replaceName } from '../access/replace-name.ts'
import { type Eraser } from '../access/account-erasure.ts'
import { type Tx } from '../db/database.ts'
import { timestamptz } from '../db/timestamptz.ts'
import { type Stream } from '../db/commit-signals.ts'

// Fields of events about accounts that say more than what happened to whom; the index of migration 0045 has the same.
const accountDetails = `array['device', 'name', 'last4', 'provider', 'left', 'endedSessions']`

/** Deletes what was sent to a user's own devices, and the details of events about their account. */
export const eventEraser: Eraser = {
  tables: ['events', 'streams', 'stream_events'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('stream_events').where('stream_kind', '=', 'user').where('stream_id', '=', id).execute()
    await sql`
      update events set data = data - ${sql.raw(accountDetails)}
      where subject_kind = 'user' and subject_id = ${id} and data ?| ${sql.raw(accountDetails)}`.execute(tx)
  },
}

/**
 * Clears the details of at most `limit` events about accounts that are older than an instant. Returns their number.
 * The events stay with their ids, for handlers that begin later.
 */
export async function clearAccountDetails(
  tx: Tx,
  { before, limit }: { before: Instant; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update events set data = data - ${sql.raw(accountDetails)} where id in (
      select id from events
      where type like 'account.%' and data ?| ${sql.raw(accountDetails)} and at < ${timestamptz(before)}
      limit ${sql.lit(limit)})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the published events of streams that no one can read any more. */
export async function deleteStreams(
  tx: Tx,
  { kind, ids }: { kind: Stream['kind']; ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from stream_events where stream_kind = ${kind} and stream_id = any(${[...ids]}::uuid[])`.execute(tx)
}

type PublishedNotification = { readonly id: string; readonly user_id: string }

/**
 * Finds the published notifications with a user as their sender, each with its recipient. They outlive the rows of the
 * notifications, which are purged or get another sender.
 */
export async function findPublishedNotifications(tx: Tx, senderId: UserId): Promise<PublishedNotification[]> {
  const { rows } = await sql<PublishedNotification>`
    select distinct stream_id as user_id, payload ->> '_id' as id from stream_events
    where stream_kind = 'user' and payload #>> '{sender,id}' = ${senderId}`.execute(tx)
  return rows
}

/** Empties the texts of notifications that users were sent and that no longer exist. */
export async function clearNotificationTexts(tx: Tx, notifications: readonly PublishedNotification[]): Promise<void> {
  if (notifications.length === 0) return
  const userIds = [...new Set(notifications.map((one) => one.user_id))]
  await sql`
    update stream_events set payload = payload || '{"title": "", "message": ""}'
    where stream_kind = 'user' and stream_id = any(${userIds}::uuid[])
      and payload ->> '_id' = any(${notifications.map(({ id }) => id)}::text[])`.execute(tx)
}

/** Clears the titles of a creator's works in the events about a client's consent to show them. */
export async function clearConsentTitles(tx: Tx, creatorId: UserId): Promise<void> {
  await sql`
    update events set data = jsonb_set(data, '{title}', '""')
    where type like 'work-consent.%' and data ->> 'creatorId' = ${creatorId}`.execute(tx)
}

/** Clears the beginnings of messages in the events of conversations that no one can read any more. */
export async function clearMessagePreviews(tx: Tx, conversationIds: readonly string[]): Promise<void> {
  await sql`
    update events set data = jsonb_set(data, '{preview}', '""')
    where subject_kind = 'conversation' and subject_id = any(${[...conversationIds]}::text[]) and data ? 'preview'`.execute(
    tx,
  )
}

/** Fields of events about projects and bookings that a user wrote, alone or as the beginning of a longer text. */
const writtenTexts = sql.raw(`array['title', 'reason', 'preview', 'first']`)

/**
 * Clears what users wrote in the events of projects or bookings that no one can read any more. The reason of a payment
 * that failed is a code, which stays.
 */
export async function clearEventTexts(
  tx: Tx,
  of: { readonly projectIds: readonly string[] } | { readonly bookingIds: readonly string[] },
): Promise<void> {
  const which =
    'projectIds' in of
      ? sql`project_id = any(${[...of.projectIds]}::uuid[])`
      : sql`subject_kind = 'booking' and subject_id = any(${[...of.bookingIds]}::text[])`
  await sql`
    update events set data = data || (
      select jsonb_object_agg(field, '') from jsonb_object_keys(data) as field where field = any(${writtenTexts}))
    where ${which} and data ?| ${writtenTexts} and type not like '%failed'`.execute(tx)
}

/**
 * Replaces a user's names, former ones too, in published events of other streams: in texts that the server wrote, or
 * only in fields that are exactly that name. Everything else stays, so that the sequence has no gap.
 */
export async function replaceNameInStreams(
  tx: Tx,
  { kind, ids, within }: { kind: Stream['kind']; ids: readonly string[]; within: 'fields' | 'texts' },
  user: { readonly id: UserId; readonly name: string },
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ stream_id: string; seq: number; payload: unknown }>`
    select stream_id, seq, payload from stream_events
    where stream_kind = ${kind} and stream_id = any(${[...ids]}::uuid[]) and position(${user.id} in payload::text) > 0`.execute(
    tx,
  )
  for (const { stream_id: streamId, seq, payload } of rows) {
    const replaced = JSON.stringify(replaceName(payload, user, within))
    if (replaced === JSON.stringify(payload)) continue
    await sql`
      update stream_events set payload = ${replaced}::jsonb
      where stream_kind = ${kind} and stream_id = ${streamId} and seq = ${seq}`.execute(tx)
  }
}
