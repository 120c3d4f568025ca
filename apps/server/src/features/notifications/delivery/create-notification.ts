import { type Explanation } from '@veranda/contract/notifications/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type NotificationDraft } from '@veranda/core/notifications/delivery/notification-draft.ts'
import {
  routeNotification,
  type ChannelDecision,
  type RoutingDecision,
} from '@veranda/core/notifications/delivery/route-notification.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { publishNotification } from './publish-notification.ts'
import { findPreferences } from '../preferences/preferences.ts'
import { findRoutingContext } from './recipients.ts'
import { mailNotification } from './mail-notifications.ts'
import { pushNotification } from './push-notifications.ts'

/** A notification for one recipient; `dedupeKey` makes it unique however often it is requested. */
export type NotificationRequest = {
  recipient: UserId
  sender: UserId | null
  dedupeKey: string
  at: Instant
  draft: NotificationDraft
}

/**
 * Decides the routing for the recipient, stores the notification with the reasons, publishes it to their sockets and
 * schedules mail and push. Returns whether a row was inserted: false for the recipient's own act and for a known
 * `dedupeKey`.
 */
export async function createNotification(ctx: { tx: Tx; deps: Deps }, request: NotificationRequest): Promise<boolean> {
  const { tx, deps } = ctx
  const { draft, recipient, sender } = request
  const routed = await decideRouting(ctx, request)
  if (!routed.record.keep) return false
  const id = deps.ids.next()
  const inserted = await tx
    .insertInto('notifications')
    .values({
      id,
      user_id: recipient,
      dedupe_key: request.dedupeKey,
      type: draft.type,
      event_name: draft.eventName,
      priority: draft.priority,
      key: draft.key,
      params: JSON.stringify(draft.params),
      data: JSON.stringify({ ...draft.data, event: draft.eventName }),
      sender_id: sender,
      project_id: projectIdOf(draft),
      routing: JSON.stringify(toStoredRouting(routed)),
      created_at: new Date(request.at),
    })
    .onConflict((c) => c.columns(['user_id', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) return false
  await publishNotification(tx, recipient, id, routed.toast.do === 'send')
  await mailNotification(ctx, { userId: recipient, id, decision: routed.email })
  await pushNotification(ctx, { userId: recipient, id, decision: routed.push })
  return true
}

/** Runs the core's routing for this recipient at this moment. */
export async function decideRouting(
  { tx, deps }: { tx: Tx; deps: Deps },
  request: NotificationRequest,
): Promise<RoutingDecision> {
  const { draft, recipient, sender } = request
  return routeNotification(
    {
      type: draft.type,
      priority: draft.priority,
      mandatory: draft.mandatory,
      mailedSeparately: draft.mailedSeparately ?? false,
      sender,
      ...(draft.startsAt === undefined ? {} : { startsAt: draft.startsAt }),
    },
    { id: recipient },
    await findPreferences(tx, recipient),
    await findRoutingContext(tx, recipient, sender),
    deps.clock.now(),
  )
}

/** Returns the project that a notification is filtered by. */
export function projectIdOf(draft: NotificationDraft): string | null {
  const projectId = draft.data['projectId']
  return typeof projectId === 'string' ? projectId : null
}

/** Converts routing decisions to the form stored in the row and shown under "Why did I get this?". */
export function toStoredRouting(routed: RoutingDecision): Explanation['channels'] {
  const { record, toast, email, push } = routed
  return [
    { channel: 'record', decision: 'send', at: null, reasons: [...record.reasons] },
    toStoredDecision('toast', toast),
    toStoredDecision('email', email),
    toStoredDecision('push', push),
  ]
}

function toStoredDecision(
  channel: 'toast' | 'email' | 'push',
  decision: ChannelDecision,
): Explanation['channels'][number] {
  const at = decision.do === 'defer' ? decision.until : decision.do === 'digest' ? decision.at : null
  return { channel, decision: decision.do, at: at === null ? null : toIso(at), reasons: [...decision.reasons] }
}
