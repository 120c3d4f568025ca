import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { type ConversationId, type PersonId } from '@veranda/core/ids.ts'
import { noticesOf } from '@veranda/core/notifications/from-event.ts'
import { after, second, type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { onDue, scheduleDue } from '../../due/due.ts'
import { reaction } from '../../log/react.ts'
import { groupMessages } from './group-messages.ts'
import { keepNotification } from './keep-notification.ts'
import { mentionCause } from './message-news.ts'
import { whoIsMeant } from './recipient.ts'
import { tellCounts } from './unread-counts.ts'
import { wipeMessage } from './wipe-message.ts'

/**
 * Who has not read a message after so long was not there to read it. Whoever has the conversation open reads on at once,
 * so their own cursor says it: it counts for every device and node, and outlives a restart.
 */
export const grace = 3 * second

const kind = 'notifications.unread-messages'

/** Mentions are told at once; everybody else is told only of what they were not there to read. */
export const onMessageSent = reaction<ConversationEvent<'message.sent'>>(
  'notify-message',
  ['message.sent'],
  async ({ tx, event, deps }) => {
    const { by, conversationId, messageId, seq } = event.data
    const members = await whoIsMeant(tx, { membersOf: conversationId, kind: 'conversation' })
    const drafts = noticesOf(event)
    for (const recipient of members.filter((member) => member !== by)) {
      const mention = drafts.find(({ to }) => 'person' in to && to.person === recipient)
      if (!mention) {
        await lookLater(tx, conversationId, recipient, event.at)
        await tellCounts(tx, recipient)
        continue
      }
      const draft = { ...mention, data: { ...mention.data, seq } }
      const news = { recipient, sender: by, cause: mentionCause(messageId), at: event.at, draft }
      if (!(await keepNotification({ tx, deps }, news))) await tellCounts(tx, recipient)
    }
  },
)

/** One timer for all messages of one second; their senders' seconds bound how many there can be. */
async function lookLater(tx: Tx, conversationId: ConversationId, personId: PersonId, at: Instant): Promise<void> {
  const end = instant((Math.floor(at / second) + 1) * second)
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'person', id: personId },
    at: after(end, grace),
    key: `${kind}:${conversationId}:${personId}:${end}`,
    data: { conversationId },
  })
}

export const tellUnreadMessages = onDue(kind, async ({ tx, due, deps }) => {
  const of = {
    // Written by lookLater.
    personId: due.subject.id as PersonId,
    conversationId: due.data['conversationId'] as ConversationId,
    at: due.at,
  }
  await groupMessages({ tx, deps }, of, 'make')
})

type Changed = ConversationEvent<'message.edited' | 'message.deleted'>

/** What a notification quotes follows the message; what was deleted is quoted nowhere. */
export const onMessageChanged = reaction<Changed>(
  'notify-message-changed',
  ['message.edited', 'message.deleted'],
  async ({ tx, event, deps }) => {
    const { conversationId, messageId } = event.data
    const members = await whoIsMeant(tx, { membersOf: conversationId, kind: 'conversation' })
    for (const personId of members.filter((member) => member !== event.actor)) {
      await groupMessages({ tx, deps }, { personId, conversationId, at: event.at }, 'keep')
      if (event.type === 'message.deleted') await wipeMessage(tx, { personId, messageId, at: event.at })
      if (event.type === 'message.deleted') await tellCounts(tx, personId)
    }
  },
)
