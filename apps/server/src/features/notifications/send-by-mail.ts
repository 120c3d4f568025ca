import { type Decision } from '@veranda/core/notifications/route.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { onDue, scheduleDue } from '../../due/due.ts'
import { mailQueue, type MailJob } from './mail-notifications.ts'

const kind = 'notifications.mail'

/** Mails a notification at once, or together with the others that wait for the same moment. */
export async function sendByMail(
  { tx, deps }: { tx: Tx; deps: Deps },
  what: { personId: string; id: string; decision: Decision },
): Promise<void> {
  const { personId, id, decision } = what
  if (decision.do === 'send') {
    const job: MailJob = { personId, what: { id } }
    await deps.jobs.enqueue(tx, mailQueue, job, { key: id })
  }
  const at = decision.do === 'defer' ? decision.until : decision.do === 'digest' ? decision.at : undefined
  if (at === undefined) return
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'person', id: personId },
    at,
    key: `${kind}:${personId}:${toIso(at)}`,
    data: { at: toIso(at) },
  })
}

/** The moment has come for what was held back or gathered: one mail for all of it. */
export const mailWhenDue = onDue(kind, async ({ tx, due, deps }) => {
  const at = String(due.data['at'])
  const job: MailJob = { personId: due.subject.id, what: { at } }
  await deps.jobs.enqueue(tx, mailQueue, job, { key: `${due.subject.id}:${at}` })
})
