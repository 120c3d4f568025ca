import { type PushDevice } from '@veranda/contract/notifications/schemas.ts'
import { sessionAbsoluteLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { after, type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'

/** Selects a user's devices whose session has not ended. Sessions end by the machine's time, as everywhere. */
function selectLiveDevices(db: Db, userId: string) {
  const now = instant(Date.now())
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .where('p.user_id', '=', userId)
    .where('s.expires_at', '>', timestamptz(now))
    .where('s.authenticated_at', '>', timestamptz(after(now, -sessionAbsoluteLimitMs)))
}

const deviceColumns = ['p.id', 'p.session_id', 'p.user_agent', 'p.created_at', 'p.last_accepted_at'] as const

/** Lists a user's devices, newest first. */
export async function listLiveDevices(db: Db, userId: string, sessionId: string): Promise<PushDevice[]> {
  const rows = await selectLiveDevices(db, userId)
    .select(deviceColumns)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    current: row.session_id === sessionId,
    userAgent: row.user_agent,
    createdAt: toIso(row.created_at),
    lastAcceptedAt: row.last_accepted_at === null ? null : toIso(row.last_accepted_at),
  }))
}

/** Finds the ids of the devices that a user's notifications are pushed to. */
export async function findLiveDeviceIds(db: Db, userId: string): Promise<string[]> {
  const rows = await selectLiveDevices(db, userId).select('p.id').orderBy('p.id').execute()
  return rows.map(({ id }) => id)
}

/** Returns whether a user has a device that their notifications are pushed to. */
export async function hasLiveDevice(db: Db, userId: string): Promise<boolean> {
  return (await selectLiveDevices(db, userId).select('p.id').limit(1).executeTakeFirst()) !== undefined
}

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Finds where a device's pushes go; undefined when it was removed, is another user's by now, or its session has ended. */
export async function findSubscription(
  db: Db,
  device: { id: string; userId: string },
): Promise<Subscription | undefined> {
  const row = await selectLiveDevices(db, device.userId)
    .where('p.id', '=', device.id)
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .executeTakeFirst()
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } }
}

type DeviceToSave = Subscription & {
  id: string
  userId: string
  sessionId: string
  userAgent: string | null
  at: Instant
}

/**
 * Saves the subscription of a session, which has one: a former one goes, and one of the same browser that belonged to
 * another session or user is taken over. Returns whether anything changed.
 */
export async function upsertDevice(tx: Tx, device: DeviceToSave): Promise<boolean> {
  const { endpoint, keys, userId, sessionId, userAgent } = device
  const former = await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', endpoint)
    .executeTakeFirst()
  const owner = { user_id: userId, session_id: sessionId, p256dh: keys.p256dh, auth: keys.auth }
  const saved = await tx
    .insertInto('push_subscriptions')
    .values({ id: device.id, endpoint, ...owner, user_agent: userAgent, created_at: new Date(device.at) })
    .onConflict((c) =>
      c
        .column('endpoint')
        .doUpdateSet({
          id: device.id,
          ...owner,
          user_agent: userAgent,
          created_at: new Date(device.at),
          last_accepted_at: null,
        })
        .where((eb) =>
          eb.or([
            eb('push_subscriptions.session_id', '<>', sessionId),
            eb('push_subscriptions.p256dh', '<>', keys.p256dh),
            eb('push_subscriptions.auth', '<>', keys.auth),
          ]),
        ),
    )
    .executeTakeFirst()
  return former.numDeletedRows > 0n || (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes a user's device; returns false when they have none of this id. */
export async function deleteDevice(tx: Tx, device: { id: string; userId: string }): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', device.id)
    .where('user_id', '=', device.userId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Counts a user's devices besides the one of this session and the one with this address. */
export async function countOtherDevices(
  tx: Tx,
  { userId, sessionId, endpoint }: { userId: string; sessionId: string; endpoint: string },
): Promise<number> {
  const others = await selectLiveDevices(tx, userId)
    .where('p.session_id', '<>', sessionId)
    .where('p.endpoint', '<>', endpoint)
    .select('p.id')
    .execute()
  return others.length
}

/** Records that a push service has accepted a push of these notifications for a device. */
export async function recordAcceptedPush(
  tx: Tx,
  push: { deviceId: string; notificationIds: readonly string[]; at: Instant },
): Promise<void> {
  const at = new Date(push.at)
  await tx.updateTable('push_subscriptions').set({ last_accepted_at: at }).where('id', '=', push.deviceId).execute()
  await tx
    .updateTable('notifications')
    .set({ pushed_at: at })
    .where('id', 'in', [...push.notificationIds])
    .execute()
}
