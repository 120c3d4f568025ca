import { type ChargeId } from '@veranda/core/ids.ts'
import { isAccount } from '@veranda/core/ledger/accounts.ts'
import { type Entry, type PostingKind, credit, debit } from '@veranda/core/ledger/entry.ts'
import { type Posted, checkLedger } from '@veranda/core/ledger/invariants.ts'
import { captureUnapplied, fund } from '@veranda/core/ledger/postings.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Feature } from '../../../feature.ts'
import { type Envelope } from '../../../gateways/payments/sandbox-courier.ts'
import { type SandboxPayments, sandboxPayments } from '../../../gateways/payments/sandbox.ts'
import { post } from '../../../ledger/post.ts'
import { append } from '../../../log/append.ts'
import { reaction } from '../../../log/react.ts'
import { type Person, type TestApp, testApp } from '../../../testing/test-app.ts'
import { paymentsFeature } from '../feature.ts'
import { type Deal, approve, makeDeal, startFunding } from './deal.ts'

export type Story = {
  readonly t: TestApp
  readonly provider: SandboxPayments
  deal(amount?: number, currency?: Currency, who?: { client?: Person; creator?: Person }): Promise<Deal>
  /** The client starts an attempt to pay; nothing has run yet. Answers the charge's id. */
  start(deal: Deal, card: string): Promise<ChargeId>
  /** The client approves: T3 and what it says to others, in one transaction; nothing has run yet. */
  approve(deal: Deal): Promise<void>
  /** Reactions, timers, jobs and webhooks until nothing is left to do now. */
  rest(arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<void>
  /** One round of due webhooks, and nothing else. */
  deliver(arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<number>
  later(by: number, arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<void>
  /** What the ledger's invariants say, by the core and by the database. */
  violations(): Promise<unknown[]>
  ledger(): Promise<Map<string, number>>
}

/** Stands for the milestone's owner: takes a capture that fits the open attempt, and says when one fits none. */
const milestonesOwner: Feature = {
  name: 'milestones-stand-in',
  reactions: [
    reaction<PaymentEvent<'charge.captured'>>('stand-in-captured', ['charge.captured'], async ({ tx, event }) => {
      if (event.data.milestoneId === undefined) return
      const { chargeId, milestoneId, clientId, projectId, amount, currency, at } = event.data
      const milestone = await tx
        .selectFrom('milestones')
        .selectAll()
        .where('id', '=', milestoneId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const about = { currency, at: event.at, projectId, people: { client: clientId, creator: milestone.creator_id } }
      const fits = milestone.state === 'funding' && milestone.attempt_id === chargeId
      if (fits && at <= (milestone.attempt_expires_at ?? 0)) {
        const whole = { price: minor(milestone.amount), clientFee: minor(milestone.client_fee) }
        await post(tx, { ...fund({ milestone: milestoneId }, whole), ...about, cause: `fund:${chargeId}`, milestoneId })
        await tx.updateTable('milestones').set({ state: 'funded' }).where('id', '=', milestoneId).execute()
        return
      }
      await post(tx, { ...captureUnapplied({ client: clientId }, amount), ...about, cause: `unapplied:${chargeId}` })
      const { at: _, ...facts } = event.data
      await append(tx, {
        type: 'charge.unapplied',
        subject: event.subject,
        projectId,
        actor: null,
        at: event.at,
        data: facts,
      })
    }),
    reaction<PaymentEvent<'charge.failed'> | PaymentEvent<'charge.expired'>>(
      'stand-in-failed',
      ['charge.failed', 'charge.expired'],
      async ({ tx, event }) => {
        await tx
          .updateTable('milestones')
          .set({ state: 'awaiting_funding', attempt_id: null })
          .where('attempt_id', '=', event.data.chargeId)
          .execute()
      },
    ),
  ],
}

export async function tellStory(features: readonly Feature[] = []): Promise<Story> {
  const t: TestApp = await testApp({ features: [paymentsFeature(() => gateway()), milestonesOwner, ...features] })
  const provider = sandboxPayments(t.deps)
  const gateway = () => provider
  const send = async (envelope: Envelope) => {
    const { body: payload, headers } = envelope
    return (await t.app.http.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers })).statusCode
  }
  const rest: Story['rest'] = async (arrange) => {
    for (let round = 0; round < 50; round += 1) {
      await t.settle()
      if ((await gateway().deliverDue(send, arrange)) === 0) return
    }
    throw new Error('the webhooks never came to rest')
  }
  return {
    t,
    provider,
    deal: (amount, currency, who) => makeDeal(t, amount, currency, who),
    start: (deal, card) => startFunding(t, deal, card),
    approve: (deal) => approve(t, deal),
    rest,
    deliver: (arrange) => gateway().deliverDue(send, arrange),
    async later(by, arrange) {
      t.clock.setShift(t.clock.shift() + by)
      await rest(arrange)
    },
    violations: async () => checkLedger(await readLedger(t)),
    async ledger() {
      const sums = new Map<string, number>()
      for (const { entries } of await readLedger(t)) {
        for (const { account, debit: d = 0, credit: c = 0 } of entries) {
          sums.set(account, (sums.get(account) ?? 0) + c - d)
        }
      }
      return sums
    },
  }
}

async function readLedger(t: TestApp): Promise<Posted[]> {
  const rows = await t.deps.db
    .selectFrom('ledger_transactions as x')
    .innerJoin('ledger_postings as p', 'p.transaction_id', 'x.id')
    .select(['x.id', 'x.cause', 'x.kind', 'x.currency', 'x.milestone_id', 'p.account', 'p.debit', 'p.credit'])
    .orderBy('x.at')
    .orderBy('x.id')
    .orderBy('p.line')
    .execute()
  const posted = new Map<string, Posted & { entries: Entry[] }>()
  for (const row of rows) {
    if (!isAccount(row.account)) throw new Error(`no such account: ${row.account}`)
    const one = posted.get(row.id) ?? {
      cause: row.cause,
      // Written by the core's postings only.
      kind: row.kind as PostingKind,
      currency: row.currency as Currency,
      entries: [],
      ...(row.milestone_id && { milestone: row.milestone_id }),
    }
    one.entries.push(row.debit > 0 ? debit(row.account, minor(row.debit)) : credit(row.account, minor(row.credit)))
    posted.set(row.id, one)
  }
  return [...posted.values()]
}
