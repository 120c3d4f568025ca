import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { asId, type ConversationId, type UserId } from '@veranda/core/ids.ts'
import { notificationDrafts } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { after, type Instant, instant, second } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { syncMessageGroup } from './message-group.ts'
import { createNotification } from './create-notification.ts'
import { mentionDedupeKey } from './unread-messages.ts'
import { resolveRecipients } from './recipients.ts'
import { publishUnreadCounts } from '../centre/unread-counts.ts'

/**
 * Time that a recipient has to read a message before they are notified. A client with the conversation open moves its
 * read cursor at once, so the cursor alone decides: it covers every device and node and survives a restart.
 */
export const unreadGraceMs = 3 * second

const unreadTimerKind = 'notifications.unread-messages'

/** Notifies mentioned members at once and schedules a check of unread messages for the others. */
export const onMessageSent = eventHandler<ConversationEvent<'message.sent'>>(
  'notify-on-message-sent',
  ['message.sent'],
  async ({ tx, event, deps }) => {
    const { by, conversationId, messageId, seq } = event.data
    const members = await resolveRecipients(tx, { membersOf: conversationId, kind: 'conversation' })
    const drafts = notificationDrafts(event)
    for (const recipient of members.filter((member) => member !== by)) {
      const mention = drafts.find(({ to }) => 'user' in to && to.user === recipient)
      if (!mention) {
        await scheduleUnreadCheck(tx, conversationId, recipient, event.at)
        await publishUnreadCounts(tx, recipient)
        continue
      }
      const draft = { ...mention, data: { ...mention.data, seq } }
      const request = { recipient, sender: by, dedupeKey: mentionDedupeKey(messageId), at: event.at, draft }
      if (!(await createNotification({ tx, deps }, request))) await publishUnreadCounts(tx, recipient)
    }
  },
)

/** Schedules one timer for all messages of one second, which bounds the number of timers. */
async function scheduleUnreadCheck(tx: Tx, conversationId: ConversationId, userId: UserId, at: Instant): Promise<void> {
  const end = instant((Math.floor(at / second) + 1) * second)
  await scheduleTimer(tx, {
    kind: unreadTimerKind,
    subject: { kind: 'user', id: userId },
    at: after(end, unreadGraceMs),
    key: `${unreadTimerKind}:${conversationId}:${userId}:${end}`,
    data: { conversationId },
  })
}

export const notifyUnreadMessages = timerHandler(unreadTimerKind, async ({ tx, timer, deps }) => {
  const group = {
    // Set by scheduleUnreadCheck.
    userId: asId<UserId>(timer.subject.id),
    conversationId: asId<ConversationId>(String(timer.data['conversationId'])),
    at: timer.at,
  }
  await syncMessageGroup({ tx, deps }, group, 'create-if-missing')
})

type MessageChangedEvent = ConversationEvent<'message.edited' | 'message.deleted'>

/** Updates the quote of a notification after an edit and erases it after a deletion. */
export const onMessageChanged = eventHandler<MessageChangedEvent>(
  'notify-on-message-changed',
  ['message.edited', 'message.deleted'],
  async ({ tx, event, deps }) => {
    const { conversationId, messageId } = event.data
    const members = await resolveRecipients(tx, { membersOf: conversationId, kind: 'conversation' })
    for (const userId of members.filter((member) => member !== event.actor)) {
      await syncMessageGroup({ tx, deps }, { userId, conversationId, at: event.at }, 'update-only')
      if (event.type === 'message.deleted') await redactMessage(tx, { userId, messageId, at: event.at })
      if (event.type === 'message.deleted') await publishUnreadCounts(tx, userId)
    }
  },
)

/**
 * Erases the quoted text of a deleted message from the user's notifications, and deletes those that are still unread.
 */
export async function redactMessage(
  tx: Tx,
  message: { userId: string; messageId: string; at: Instant },
): Promise<void> {
  const quoting = tx
    .updateTable('notifications')
    .where('user_id', '=', message.userId)
    .where('type', '=', 'message')
    .where(sql<string>`data ->> 'messageId'`, '=', message.messageId)
  await quoting.set({ key: 'message.deleted', params: '{}' }).execute()
  await quoting
    .where('read_at', 'is', null)
    .set({ deleted_at: new Date(message.at) })
    .execute()
}
