import { type ChargeId } from '@veranda/core/ids.ts'
import { type Entry, credit, debit } from '@veranda/core/ledger/transaction.ts'
import { type PostedTransaction } from '@veranda/core/ledger/check-ledger.ts'
import { checkLedger, isAccount } from '@veranda/core/ledger/testing/check-whole-ledger.ts'
import { unapplied, capture } from '@veranda/core/ledger/transaction-builders.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Feature } from '../../../platform/feature.ts'
import { type WebhookRequest } from '../../../gateways/payments/sandbox-webhook-sender.ts'
import { type SandboxPayments, sandboxPayments } from '../../../gateways/payments/sandbox-payments.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { paymentsFeature } from '../feature.ts'
import { compareWithProvider } from '../provider-report/compare-with-provider.ts'
import {
  type MilestoneFixture,
  approveMilestone,
  createMilestoneFixture,
  startMilestoneCharge,
} from './milestone-fixture.ts'

export type PaymentsHarness = {
  readonly testApp: TestApp
  readonly provider: SandboxPayments
  createMilestone(
    amount?: number,
    currency?: Currency,
    who?: { client?: TestUser; creator?: TestUser },
  ): Promise<MilestoneFixture>
  /** Starts a payment attempt as the client without running anything. Returns the charge's id. */
  startCharge(fixture: MilestoneFixture, card: string): Promise<ChargeId>
  /** Approves as the client: posts `release` and appends its event in one transaction, without running anything. */
  approveMilestone(fixture: MilestoneFixture): Promise<void>
  /** Runs event handlers, timers, jobs and webhooks until the system is idle. */
  runUntilIdle(arrange?: (envelopes: WebhookRequest[]) => WebhookRequest[]): Promise<void>
  /** Delivers the due webhooks once, and nothing else. */
  deliverWebhooks(arrange?: (envelopes: WebhookRequest[]) => WebhookRequest[]): Promise<number>
  advance(by: number, arrange?: (envelopes: WebhookRequest[]) => WebhookRequest[]): Promise<void>
  /** Returns what the core's check of the ledger finds, and where the books differ from the provider. */
  ledgerViolations(): Promise<unknown[]>
  accountSums(): Promise<Map<string, number>>
}

/**
 * Stands in for the owner of milestones: accepts a capture that fits the open attempt, and appends `charge.unapplied`
 * otherwise.
 */
const milestonesStub: Feature = {
  name: 'milestones-stand-in',
  eventHandlers: [
    eventHandler<PaymentEvent<'charge.captured'>>('stand-in-captured', ['charge.captured'], async ({ tx, event }) => {
      if (event.data.milestoneId === undefined) return
      const { chargeId, milestoneId, clientId, projectId, amount, currency, at } = event.data
      const milestone = await tx
        .selectFrom('milestones')
        .selectAll()
        .where('id', '=', milestoneId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const transactionFacts = {
        currency,
        at: event.at,
        projectId,
        parties: { client: clientId, creator: milestone.creator_id },
      }
      const isCurrentAttempt = milestone.state === 'funding' && milestone.attempt_id === chargeId
      if (isCurrentAttempt && at <= (milestone.attempt_expires_at ?? 0)) {
        const whole = { price: minor(milestone.amount), clientFee: minor(milestone.client_fee) }
        await postTransaction(tx, {
          ...capture({ escrow: milestoneId }, whole),
          ...transactionFacts,
          cause: `fund:${chargeId}`,
          milestoneId,
        })
        await tx.updateTable('milestones').set({ state: 'funded' }).where('id', '=', milestoneId).execute()
        return
      }
      await postTransaction(tx, {
        ...unapplied({ client: clientId }, amount),
        ...transactionFacts,
        cause: `unapplied:${chargeId}`,
      })
      const { at: _, ...facts } = event.data
      await appendEvent(tx, {
        type: 'charge.unapplied',
        subject: event.subject,
        projectId,
        actor: null,
        at: event.at,
        data: facts,
      })
    }),
    eventHandler<PaymentEvent<'charge.failed'> | PaymentEvent<'charge.expired'>>(
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

export async function startPaymentsHarness(features: readonly Feature[] = []): Promise<PaymentsHarness> {
  const t: TestApp = await testApp({ features: [paymentsFeature(() => currentGateway()), milestonesStub, ...features] })
  const provider = sandboxPayments(t.deps)
  const currentGateway = () => provider
  const send = async (envelope: WebhookRequest) => {
    const { body: payload, headers } = envelope
    return (await t.app.http.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers })).statusCode
  }
  const runUntilIdle: PaymentsHarness['runUntilIdle'] = async (arrange) => {
    for (let round = 0; round < 50; round += 1) {
      await t.runUntilIdle()
      if ((await currentGateway().sendDueWebhooks(send, arrange)) === 0) return
    }
    throw new Error('webhooks never became idle')
  }
  return {
    testApp: t,
    provider,
    createMilestone: (amount, currency, who) => createMilestoneFixture(t, amount, currency, who),
    startCharge: (fixture, card) => startMilestoneCharge(t, fixture, card),
    approveMilestone: (fixture) => approveMilestone(t, fixture),
    runUntilIdle,
    deliverWebhooks: (arrange) => currentGateway().sendDueWebhooks(send, arrange),
    async advance(by, arrange) {
      t.clock.setShift(t.clock.shift() + by)
      await runUntilIdle(arrange)
    },
    async ledgerViolations() {
      const { db, clock, gateways } = t.deps
      const differences = await compareWithProvider({ db, now: clock.now() }, gateways.payments)
      return [...checkLedger(await readTransactions(t)), ...differences]
    },
    async accountSums() {
      const sums = new Map<string, number>()
      for (const { entries } of await readTransactions(t)) {
        for (const { account, debit: d = 0, credit: c = 0 } of entries) {
          sums.set(account, (sums.get(account) ?? 0) + c - d)
        }
      }
      return sums
    },
  }
}

async function readTransactions(t: TestApp): Promise<PostedTransaction[]> {
  const rows = await t.deps.db
    .selectFrom('ledger_transactions as x')
    .innerJoin('ledger_entries as p', 'p.transaction_id', 'x.id')
    .select(['x.id', 'x.cause', 'x.kind', 'x.currency', 'x.milestone_id', 'p.account', 'p.debit', 'p.credit'])
    .orderBy('x.at')
    .orderBy('x.id')
    .orderBy('p.line')
    .execute()
  const posted = new Map<string, PostedTransaction & { entries: Entry[] }>()
  for (const row of rows) {
    if (!isAccount(row.account)) throw new Error(`no such account: ${row.account}`)
    const transaction = posted.get(row.id) ?? {
      cause: row.cause,
      kind: row.kind,
      // Written by the core's transaction builders only.
      currency: row.currency as Currency,
      entries: [],
      ...(row.milestone_id && { escrow: row.milestone_id }),
    }
    transaction.entries.push(
      row.debit > 0 ? debit(row.account, minor(row.debit)) : credit(row.account, minor(row.credit)),
    )
    posted.set(row.id, transaction)
  }
  return [...posted.values()]
}
