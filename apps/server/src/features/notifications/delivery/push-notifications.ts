import { type ChannelDecision } from '@veranda/core/notifications/delivery/route-notification.ts'
import { instant, second, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { type NotificationRow, selectUndeletedNotifications } from '../centre/notification.repository.ts'
import { readUnreadCounts } from '../centre/unread-counts.ts'
import { findPreferences } from '../preferences/preferences.ts'
import { makePushContent, withoutPastReminders } from '../push/push-content.ts'
import {
  deleteDevice,
  findLiveDeviceIds,
  findSubscription,
  hasLiveDevice,
  recordAcceptedPush,
} from '../push/push-device.repository.ts'

const pushQueue = 'notifications.push'
const pushTimerKind = 'notifications.push'

/**
 * Time for an open tab to mark read what the user is looking at. Pushes are made once in this time at most: each tells
 * the newest of a conversation in which messages keep coming.
 */
export const pushGraceMs = 4 * second

/** A push service that keeps asking for another try is left alone after this many. */
const maxBusyReplies = 6

/** One notification, or all that are due at the same time. */
type Selection = { id: string } | { at: string }

/** A push to one device; devices are tried each for itself, because one that fails must not repeat the others. */
type PushJob = { userId: string; deviceId: string; selection: Selection; busyReplies: number }

/** Schedules the push of a notification: in a moment, or together with the others due at the same time. */
export async function pushNotification(
  { tx, deps }: { tx: Tx; deps: Deps },
  { userId, id, decision }: { userId: string; id: string; decision: ChannelDecision },
): Promise<void> {
  if (!deps.gateways.push) return
  const subject = { kind: 'user', id: userId }
  if (decision.do === 'send') {
    // Most users have no device, and need no timer for each notification.
    if (!(await hasLiveDevice(tx, userId))) return
    const at = instant((Math.floor(deps.clock.now() / pushGraceMs) + 2) * pushGraceMs)
    const data = { selection: { id } satisfies Selection }
    return scheduleTimer(tx, { kind: pushTimerKind, subject, at, key: `${pushTimerKind}:${id}:${at}`, data })
  }
  const at = decision.do === 'defer' ? decision.until : decision.do === 'digest' ? decision.at : undefined
  if (at === undefined) return
  const data = { selection: { at: toIso(at) } satisfies Selection }
  await scheduleTimer(tx, { kind: pushTimerKind, subject, at, key: `${pushTimerKind}:${userId}:${toIso(at)}`, data })
}

/** Enqueues what is due for each device that the user has now. */
export const pushDueNotifications = timerHandler(pushTimerKind, async ({ tx, timer, deps }) => {
  const userId = timer.subject.id
  // Set by pushNotification.
  const selection = timer.data['selection'] as Selection
  for (const deviceId of await findLiveDeviceIds(tx, userId)) {
    const job: PushJob = { userId, deviceId, selection, busyReplies: 0 }
    await deps.jobs.enqueue(tx, pushQueue, job, { key: `${timer.key} ${deviceId}` })
  }
})

/**
 * Pushes the notifications that are still relevant to one device: not those read or deleted meanwhile, and none after
 * the user switched push off. They count as delivered once the push service has accepted the push.
 */
export const notificationPusher = worker<PushJob>(pushQueue, async (job, deps) => {
  const { userId, deviceId: id, selection } = job
  const { push } = deps.gateways
  const subscription = push && (await findSubscription(deps.db, { id, userId }))
  if (!subscription) return
  const now = deps.clock.now()
  const rows = withoutPastReminders(await findPushable(deps.db, userId, selection), now)
  const { count: unread } = await readUnreadCounts(deps.db, userId)
  const content = makePushContent(rows, { userId, unread, now })
  if (!content) return
  const { payload, delivery, topic } = content
  const lifetimeSeconds = Math.ceil(delivery.lifetimeMs / second)
  const { urgency } = delivery
  const outcome = await push.send({
    ...subscription,
    payload: JSON.stringify(payload),
    lifetimeSeconds,
    urgency,
    topic,
  })
  switch (outcome.kind) {
    case 'accepted':
      return transact(deps, (tx) =>
        recordAcceptedPush(tx, { deviceId: id, notificationIds: rows.map((row) => row.id), at: now }),
      )
    case 'gone':
      return transact(deps, async (tx) => void (await deleteDevice(tx, { id, userId })))
    case 'busy':
      return retryLater(job, outcome.retryAfterSeconds, deps)
    case 'refused':
      // Not retried: the same push would be refused again.
      deps.log.warn({ deviceId: id, status: outcome.status }, 'push refused by its service')
  }
})

/** Tries again when the push service says; a service that does not say leaves it to the retries of the queue. */
async function retryLater(job: PushJob, retryAfterSeconds: number | undefined, deps: Deps): Promise<void> {
  const { deviceId } = job
  if (retryAfterSeconds === undefined) throw new Error('the push service is busy')
  if (job.busyReplies >= maxBusyReplies) {
    deps.log.warn({ deviceId }, 'push given up: its service stays busy')
    return
  }
  const again: PushJob = { ...job, busyReplies: job.busyReplies + 1 }
  await transact(deps, (tx) => deps.jobs.enqueue(tx, pushQueue, again, { startAfterSeconds: retryAfterSeconds }))
}

async function findPushable(db: Db, userId: string, selection: Selection): Promise<NotificationRow[]> {
  const { channels } = await findPreferences(db, userId)
  if (!channels.push) return []
  const query = selectUndeletedNotifications(db, userId).where('n.read_at', 'is', null)
  const selected =
    'id' in selection
      ? query.where('n.id', '=', selection.id)
      : query.where(sql<boolean>`n.routing @> ${JSON.stringify([{ channel: 'push', at: selection.at }])}::jsonb`)
  return selected.orderBy('n.created_at').orderBy('n.id').execute()
}
