import { type CommissionEvents, type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type ChargeId, type CommissionId, type MilestoneId, type ProjectId } from '@veranda/core/ids.ts'
import { release } from '@veranda/core/ledger/postings.ts'
import { split } from '@veranda/core/money/fees.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { post } from '../../../ledger/post.ts'
import { append } from '../../../log/append.ts'
import { type Person, type TestApp } from '../../../testing/test-app.ts'

/** A milestone with its two people, without the features that would have made it. */
export type Deal = { client: Person; creator: Person; facts: MilestoneFacts; charged: number }

/** Writes the project, the commission and the milestone of a deal. */
export async function makeDeal(
  t: TestApp,
  amount = 100_000,
  currency: Currency = 'EUR',
  who: { client?: Person; creator?: Person } = {},
): Promise<Deal> {
  const client = who.client ?? (await t.person('Carla Client'))
  const creator = who.creator ?? (await t.person('Pablo Creator', { role: 'creator' }))
  const id = () => t.deps.ids.next()
  const now = new Date(t.clock.now())
  // The ids of the rows below are born here.
  const projectId = id() as ProjectId
  const commissionId = id() as CommissionId
  const milestoneId = id() as MilestoneId
  const whole = split(minor(amount), currentRates)
  await t.transact(async (tx) => {
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
        due_at: new Date(after(t.clock.now(), 14 * day)),
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
  return { client, creator, facts, charged: whole.clientPays }
}

/** The client starts an attempt to pay. Answers the charge's id. */
export async function startFunding(t: TestApp, { client, facts, charged }: Deal, method: string): Promise<ChargeId> {
  // The id of the attempt is born here.
  const chargeId = t.deps.ids.next() as ChargeId
  const now = t.clock.now()
  const expiresAt = after(now, currentRates.checkout)
  await t.transact(async (tx) => {
    await tx
      .updateTable('milestones')
      .set({ state: 'funding', attempt_id: chargeId, attempt_expires_at: new Date(expiresAt) })
      .where('id', '=', facts.milestoneId)
      .execute()
    await append(tx, {
      type: 'milestone.funding-started',
      subject: { kind: 'milestone', id: facts.milestoneId },
      projectId: facts.projectId,
      actor: client.id,
      at: now,
      data: { ...facts, chargeId, charged, expiresAt, method },
    })
  })
  return chargeId
}

/** The client approves: T3 and what it says to others, in one transaction. */
export async function approve(t: TestApp, { client, creator, facts }: Deal): Promise<void> {
  const now = t.clock.now()
  const { clientFee, creatorFee, creatorReceives } = split(facts.amount, currentRates)
  const deliverable = t.deps.ids.next()
  await t.transact(async (tx) => {
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
      .set({ state: 'released', approved_deliverable_id: deliverable, released_at: new Date(now) })
      .where('id', '=', facts.milestoneId)
      .execute()
    const part = { amount: facts.amount, clientFee, creatorFee }
    await post(tx, {
      ...release({ milestone: facts.milestoneId, creator: creator.id }, part),
      cause: `release:${facts.milestoneId}`,
      currency: facts.currency,
      at: now,
      projectId: facts.projectId,
      milestoneId: facts.milestoneId,
      people: { client: client.id, creator: creator.id },
    })
    const data: CommissionEvents['milestone.released'] = {
      ...facts,
      clientFee,
      creatorFee,
      creatorReceives,
      availableAt: after(now, currentRates.payoutHold),
    }
    const subject = { kind: 'milestone', id: facts.milestoneId }
    await append(tx, {
      type: 'milestone.released',
      subject,
      projectId: facts.projectId,
      actor: client.id,
      at: now,
      data,
    })
  })
}
