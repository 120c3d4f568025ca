import { type Why } from '@veranda/contract/notifications/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { type Draft } from '@veranda/core/notifications/draft.ts'
import { route, type Decision, type Routed } from '@veranda/core/notifications/route.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { tellNotification } from './tell-notification.ts'
import { preferencesOf } from './preferences.ts'
import { contextOf } from './recipient.ts'
import { sendByMail } from './send-by-mail.ts'

/** One thing to tell one person; `cause` makes it one notification however often it is asked for. */
export type News = {
  recipient: PersonId
  sender: PersonId | null
  cause: string
  at: Instant
  draft: Draft
}

/**
 * Decides where the person is told, keeps the notification with the reasons, tells their sockets and sees to the mail.
 * Answers whether there is a new row: none for one's own act, nor for a cause that was already told.
 */
export async function keepNotification(at: { tx: Tx; deps: Deps }, news: News): Promise<boolean> {
  const { tx, deps } = at
  const { draft, recipient, sender } = news
  const routed = await routeNews(at, news)
  if (!routed.record.keep) return false
  const id = deps.ids.next()
  const written = await tx
    .insertInto('notifications')
    .values({
      id,
      person_id: recipient,
      cause: news.cause,
      type: draft.type,
      live_name: draft.live,
      priority: draft.priority,
      key: draft.key,
      params: JSON.stringify(draft.params),
      data: JSON.stringify({ ...draft.data, event: draft.live }),
      sender_id: sender,
      project_id: projectOf(draft),
      routing: JSON.stringify(linesOf(routed)),
      created_at: new Date(news.at),
      read_at: routed.record.read ? new Date(news.at) : null,
    })
    .onConflict((c) => c.columns(['person_id', 'cause']).doNothing())
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) return false
  await tellNotification(tx, recipient, id, routed.toast.do === 'send')
  await sendByMail(at, { personId: recipient, id, decision: routed.email })
  return true
}

/** The core's decision for this person at this moment. */
export async function routeNews({ tx, deps }: { tx: Tx; deps: Deps }, news: News): Promise<Routed> {
  const { draft, recipient, sender } = news
  const conversationId = draft.type === 'message' ? String(draft.data['conversationId']) : null
  return route(
    {
      type: draft.type,
      priority: draft.priority,
      mandatory: draft.mandatory,
      mailedApart: draft.mailedApart ?? false,
      sender,
      ...(draft.startsAt === undefined ? {} : { startsAt: draft.startsAt }),
    },
    { id: recipient },
    await preferencesOf(tx, recipient),
    await contextOf(tx, recipient, sender, conversationId),
    deps.clock.now(),
  )
}

/** The project a notification is filtered by. */
export function projectOf(draft: Draft): string | null {
  const projectId = draft.data['projectId']
  return typeof projectId === 'string' ? projectId : null
}

/** The decisions as they are stored and shown under "Why did I get this?". */
export function linesOf(routed: Routed): Why['channels'] {
  const { record, toast, push, email } = routed
  return [
    { channel: 'record', decision: 'send', at: null, reasons: [...record.reasons] },
    lineOf('toast', toast),
    lineOf('push', push),
    lineOf('email', email),
  ]
}

function lineOf(channel: 'toast' | 'push' | 'email', decision: Decision): Why['channels'][number] {
  const at = decision.do === 'defer' ? decision.until : decision.do === 'digest' ? decision.at : null
  return { channel, decision: decision.do, at: at === null ? null : toIso(at), reasons: [...decision.reasons] }
}
