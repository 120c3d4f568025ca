import { type CommissionEvents, type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type ChargeId, type CommissionId, type MilestoneId, type ProjectId } from '@veranda/core/ids.ts'
import { release } from '@veranda/core/ledger/transaction-builders.ts'
import { split } from '@veranda/core/money/fees.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'

/** A milestone with its client and creator, made without the features that own it. */
export type MilestoneFixture = { client: TestUser; creator: TestUser; facts: MilestoneFacts; chargedAmount: number }

/** Writes the project, the commission and the milestone of the fixture. */
export async function createMilestoneFixture(
  app: TestApp,
  amount = 100_000,
  currency: Currency = 'EUR',
  users: { client?: TestUser; creator?: TestUser } = {},
): Promise<MilestoneFixture> {
  const client = users.client ?? (await app.createUser('Carla Client'))
  const creator = users.creator ?? (await app.createUser('Pablo Creator', { role: 'creator' }))
  const id = () => app.deps.ids.next()
  const now = new Date(app.clock.now())
  // The ids of the rows below are created here.
  const projectId = id() as ProjectId
  const commissionId = id() as CommissionId
  const milestoneId = id() as MilestoneId
  const whole = split(minor(amount), currentRates)
  await app.transact(async (tx) => {
    await tx
      .insertInto('projects')
      .values({
        id: projectId,
        client_id: client.id,
        title: 'A stage',
        brief: 'A stage for a small theatre',
        state: 'active',
        budget_from: null,
        budget_to: null,
        budget_currency: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('commissions')
      .values({
        id: commissionId,
        project_id: projectId,
        client_id: client.id,
        creator_id: creator.id,
        state: 'active',
        current_offer_id: null,
        accepted_offer_id: null,
        accepted_terms: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('milestones')
      .values({
        id: milestoneId,
        commission_id: commissionId,
        project_id: projectId,
        client_id: client.id,
        creator_id: creator.id,
        number: 1,
        title: 'The floor',
        description: 'Planks',
        amount,
        currency,
        client_fee: whole.clientFee,
        creator_fee: whole.creatorFee,
        due_at: new Date(after(app.clock.now(), 14 * day)),
        state: 'awaiting_funding',
        rounds: 2,
        review_window_days: 14,
        attempt_id: null,
        submitted_deliverable_id: null,
        approved_deliverable_id: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
  const facts: MilestoneFacts = {
    projectId,
    commissionId,
    clientId: client.id,
    creatorId: creator.id,
    milestoneId,
    title: 'The floor',
    amount: minor(amount),
    currency,
  }
  return { client, creator, facts, chargedAmount: whole.clientPays }
}

/** Starts a payment attempt as the client. Returns the charge's id. */
export async function startMilestoneCharge(
  app: TestApp,
  { client, facts, chargedAmount }: MilestoneFixture,
  method: string,
): Promise<ChargeId> {
  // The id of the attempt is created here.
  const chargeId = app.deps.ids.next() as ChargeId
  const now = app.clock.now()
  const expiresAt = after(now, currentRates.checkoutMs)
  await app.transact(async (tx) => {
    await tx
      .updateTable('milestones')
      .set({ state: 'funding', attempt_id: chargeId, attempt_expires_at: new Date(expiresAt) })
      .where('id', '=', facts.milestoneId)
      .execute()
    await appendEvent(tx, {
      type: 'milestone.funding-started',
      subject: { kind: 'milestone', id: facts.milestoneId },
      projectId: facts.projectId,
      actor: client.id,
      at: now,
      data: { ...facts, chargeId, charged: chargedAmount, expiresAt, method },
    })
  })
  return chargeId
}

/** Approves as the client: posts `release` and appends its event in one transaction. */
export async function approveMilestone(app: TestApp, { client, creator, facts }: MilestoneFixture): Promise<void> {
  const now = app.clock.now()
  const { clientFee, creatorFee, creatorReceives } = split(facts.amount, currentRates)
  const deliverable = app.deps.ids.next()
  await app.transact(async (tx) => {
    await tx
      .insertInto('deliverables')
      .values({
        id: deliverable,
        milestone_id: facts.milestoneId,
        number: 2,
        hash: 'a'.repeat(64),
        notes: '',
        state: 'approved',
        created_by: creator.id,
        created_at: new Date(now),
      })
      .execute()
    await tx
      .updateTable('milestones')
      .set({
        state: 'released',
        allocated_price: facts.amount,
        allocated_client_fee: clientFee,
        allocated_creator_fee: creatorFee,
        released_price: facts.amount,
        approved_deliverable_id: deliverable,
        released_at: new Date(now),
      })
      .where('id', '=', facts.milestoneId)
      .execute()
    const part = { amount: facts.amount, clientFee, creatorFee }
    await postTransaction(tx, {
      ...release({ escrow: facts.milestoneId, creator: creator.id }, part),
      cause: `release:${facts.milestoneId}`,
      currency: facts.currency,
      at: now,
      projectId: facts.projectId,
      milestoneId: facts.milestoneId,
      parties: { client: client.id, creator: creator.id },
    })
    const data: CommissionEvents['milestone.released'] = {
      ...facts,
      clientFee,
      creatorFee,
      creatorReceives,
      availableAt: after(now, currentRates.payoutDelayMs),
      auto: false,
      last: true,
    }
    const subject = { kind: 'milestone', id: facts.milestoneId }
    await appendEvent(tx, {
      type: 'milestone.released',
      subject,
      projectId: facts.projectId,
      actor: client.id,
      at: now,
      data,
    })
  })
}
