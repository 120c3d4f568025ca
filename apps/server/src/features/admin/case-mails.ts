import { type AdminQueueName, permissionOfQueue, waitingStateOf } from '@veranda/core/admin/admin-queues.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { after, day, hour, type Instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type AdminCaseRow, type AdminQueue } from '../../platform/access/admin-queue.ts'
import { readAdminRecipients } from '../../platform/access/admins.ts'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { type EventHandler, eventHandler } from '../../platform/events/event-handler.ts'
import { publicAddress } from '../../platform/http/server-address.ts'
import { t } from '../../platform/i18n.ts'
import { type Worker, worker } from '../../platform/jobs/worker.ts'
import { type NightlyTask } from '../../platform/timers/nightly-timer.ts'
import { addToTimer, type TimerHandler, timerHandler } from '../../platform/timers/timers.ts'

/** New cases of a queue are gathered so long, in milliseconds, so that a burst is one mail. */
export const caseMailDelayMs = 10 * minute
/** Before the date by which a case has to be decided, in milliseconds. */
export const caseReminderMs = 3 * day
/** A mail lists no more cases than this, and leads to the queue for the others. */
const maxListedCases = 20

const timerKind = 'admin.case-mails'
const mailQueue = 'admin.case-mails'

type CaseMail = {
  readonly queue: AdminQueueName
  readonly about: 'new' | 'due'
  readonly caseIds: readonly string[]
  readonly to: string
  readonly language: string
}

type CaseEvent =
  | CommissionEvent<'dispute.mediation-ended' | 'dispute.review-asked' | 'dispute.decision-proposed'>
  | PaymentEvent<'charge.charged-back' | 'charge.refund-failed'>

function caseOf({ type, data }: CaseEvent): { queue: AdminQueueName; caseId: string | undefined } {
  switch (type) {
    case 'dispute.mediation-ended':
    case 'dispute.review-asked':
      return { queue: 'disputes', caseId: data.disputeId }
    case 'dispute.decision-proposed':
      return { queue: 'confirmations', caseId: data.disputeId }
    case 'charge.charged-back':
      return { queue: 'chargebacks', caseId: data.chargeId }
    case 'charge.refund-failed':
      return { queue: 'refunds', caseId: data.refundId }
  }
}

/**
 * Mails admins about cases of the queues of their roles: new ones gathered into one mail, those whose date comes near, and
 * once a night work that failed. Tickets and reports are mailed by their features.
 */
export function caseMails(queues: readonly AdminQueue[]): {
  eventHandler: EventHandler
  timer: TimerHandler
  nightlyTask: NightlyTask
  worker: Worker
} {
  const find = (name: string) => queues.find((one) => one.name === name)
  return {
    eventHandler: eventHandler<CaseEvent>(
      'admin-mail-cases',
      [
        'dispute.mediation-ended',
        'dispute.review-asked',
        'dispute.decision-proposed',
        'charge.charged-back',
        'charge.refund-failed',
      ],
      async ({ tx, event, deps }) => {
        const { queue: name, caseId } = caseOf(event)
        const queue = find(name)
        if (!queue || caseId === undefined) return
        const now = deps.clock.now()
        const subject = { kind: 'admin-queue', id: name }
        const timer = { kind: timerKind, subject }
        await addToTimer(tx, { ...timer, key: `${timerKind}:${name}`, at: after(now, caseMailDelayMs) }, caseId)
        const [found] = await readWaiting(tx, queue, [caseId], now)
        if (!found?.due_at) return
        const remindsAt = after(found.due_at, -caseReminderMs)
        if (remindsAt <= after(now, day)) return
        await addToTimer(tx, { ...timer, key: `${timerKind}:${name}:${caseId}`, at: remindsAt }, caseId)
      },
    ),
    timer: timerHandler(timerKind, async ({ tx, timer, deps }) => {
      const queue = find(timer.subject.id)
      // Written by `addToTimer`.
      const { items } = timer.data as { items: string[] }
      const about = timer.key === `${timerKind}:${timer.subject.id}` ? 'new' : 'due'
      if (queue) await enqueueMails(tx, deps, queue, about, [...new Set(items)])
    }),
    nightlyTask: {
      kind: 'admin.failed-work-mails',
      subject: { kind: 'admin-queue', id: 'failed-work' },
      timeOfDayMs: 6 * hour,
      async run({ tx, deps }) {
        const queue = find('failed-work')
        const since = new Date(after(deps.clock.now(), -day))
        if (!queue) return 'done'
        const { rows } = await sql<{ case_id: string }>`
          select q.case_id from (${queue.select(deps.clock.now())}) q where q.opened_at > ${since}`.execute(tx)
        await enqueueMails(
          tx,
          deps,
          queue,
          'new',
          rows.map((row) => row.case_id),
        )
        return 'done'
      },
    },
    worker: worker<CaseMail>(mailQueue, async (mail, { db, env, clock, gateways }) => {
      const queue = find(mail.queue)
      const cases = queue ? await readWaiting(db, queue, mail.caseIds, clock.now()) : []
      const [first] = cases
      if (!first) return
      const { language, about } = mail
      const address = `${publicAddress(env)}/admin/${mail.queue}`
      const listed = cases.slice(0, maxListedCases)
      const lines = listed.map((one) => `${one.title} · ${one.detail}\n${address}/${encodeURIComponent(one.case_id)}`)
      const count = cases.length
      const section = t('admin', `section.${mail.queue}`, {}, language)
      await gateways.mail.send({
        to: mail.to,
        subject: t('admin', `mail.${about}.subject`, { count, section }, language),
        text: [
          t('admin', `mail.${about}.text`, { count }, language),
          ...lines,
          ...(count > listed.length ? [t('admin', 'mail.more', { link: address }, language)] : []),
          t('admin', 'mail.off', { link: `${publicAddress(env)}/admin` }, language),
        ].join('\n\n'),
        headers: { 'X-Veranda-Queue': mail.queue },
      })
    }),
  }
}

/** Reads the cases among these that still wait, oldest first. */
async function readWaiting(
  tx: Db | Tx,
  queue: AdminQueue,
  ids: readonly string[],
  now: Instant,
): Promise<AdminCaseRow[]> {
  const { rows } = await sql<AdminCaseRow>`
    select q.* from (${queue.select(now)}) q
    where q.case_id = any(${[...ids]}::text[]) and q.state = ${waitingStateOf(queue.name)}
    order by q.opened_at, q.case_id`.execute(tx)
  return rows
}

/** Enqueues one mail to each admin of the queue's roles who has not turned them off. */
async function enqueueMails(
  tx: Tx,
  deps: Deps,
  { name: queue }: AdminQueue,
  about: CaseMail['about'],
  caseIds: readonly string[],
): Promise<void> {
  if (caseIds.length === 0) return
  const settings = await tx.selectFrom('admin_settings').select('admin_id').where('case_mails', '=', false).execute()
  const off = new Set(settings.map((row) => row.admin_id))
  for (const { id, email: to, language } of await readAdminRecipients(tx, deps.env, permissionOfQueue[queue])) {
    if (id !== null && off.has(id)) continue
    const mail: CaseMail = { queue, about, caseIds, to, language }
    await deps.jobs.enqueue(tx, mailQueue, mail)
  }
}
