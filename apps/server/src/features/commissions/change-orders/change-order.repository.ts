import { type Agreement, partyOf, versionsOf } from '@veranda/core/commissions/agreement.ts'
import {
  type AmendedMilestone,
  type ChangeOrder,
  changeOrderReminderAt,
} from '@veranda/core/commissions/change-orders/change-order.ts'
import { type Contract } from '@veranda/core/commissions/change-orders/contract.ts'
import { asId, type ChangeOrderId } from '@veranda/core/ids.ts'
import { split } from '@veranda/core/money/fees.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { scheduleTimer } from '../../../platform/timers/timers.ts'
import { lockMilestonesOfCommission } from '../milestones/milestone.repository.ts'
import { lockCommissionFor, readOfferContent } from '../offers/commission.repository.ts'
import { toOfferContent, toOfferContentDto } from '../offers/offer-content.ts'
import { touchProject } from '../projects/project.repository.ts'

/** Timer kind that reminds the other side of a change order, and expires it. */
export const changeOrderTimerKind = 'commissions.change-order'

/** A stored change order, with the hash that is signed and the user who wrote it. */
export type StoredChangeOrder = ChangeOrder & { readonly hash: string; readonly authorId: string }

/** A locked commission with its contract, and the side of the actor. */
export type ContractForActor = {
  readonly contract: Contract
  readonly party: 'client' | 'creator'
  readonly by: Cause & { actor: string }
}

/**
 * Locks a commission with its milestones and returns its contract and the actor's side. Refuses commission.not-found to
 * everyone else, and change-order.commission-not-active (conflict) where no offer was accepted yet.
 */
export async function lockContractFor(ctx: CommandContext, commissionId: string): Promise<Result<ContractForActor>> {
  const { tx, actor, clock } = ctx
  const locked = await lockCommissionFor(ctx, commissionId)
  if (!locked.ok) return locked
  const rows = await lockMilestonesOfCommission(tx, commissionId)
  const agreement = rows[0]?.agreement
  const version = versionsOf(locked.value.commission)?.current
  if (!agreement || !version) return refuse('change-order.commission-not-active', 'conflict')
  const milestones = rows.map(({ agreement: { reviewRounds }, ...row }) => ({ ...row, reviewRounds }))
  const contract = { offer: await readOfferContent(tx, version.offerId), agreement, milestones }
  return ok({ contract, party: locked.value.party, by: { actor: actor.id, at: clock.now() } })
}

/**
 * Locks a change order, its commission and milestones first, and returns the actor's side. Refuses change-order.not-found
 * to everyone else.
 */
export async function lockChangeOrderFor(
  ctx: CommandContext,
  id: string,
): Promise<Result<ContractForActor & { readonly order: StoredChangeOrder }>> {
  const found = await findCommissionOf(ctx.tx, id)
  if (found === undefined || !partyOf(found, ctx.actor.id)) return refuse('change-order.not-found', 'not-found')
  const locked = await lockContractFor(ctx, found.commissionId)
  if (!locked.ok) return locked
  const order = await lockChangeOrder(ctx.tx, id)
  return order ? ok({ ...locked.value, order }) : refuse('change-order.not-found', 'not-found')
}

async function findCommissionOf(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('change_orders as o')
    .innerJoin('commissions as c', 'c.id', 'o.commission_id')
    .select(['c.id', 'c.client_id', 'c.creator_id'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const clientId = asId<Agreement['clientId']>(row.client_id)
  return { commissionId: row.id, clientId, creatorId: asId<Agreement['creatorId']>(row.creator_id) }
}

/** Locks a change order and its commission, the commission first, for the system. */
export async function lockChangeOrderWithAgreement(
  tx: Tx,
  id: string,
): Promise<{ order: StoredChangeOrder; agreement: Agreement } | undefined> {
  const found = await findCommissionOf(tx, id)
  if (found === undefined) return undefined
  const [locked] = await lockMilestonesOfCommission(tx, found.commissionId)
  const order = await lockChangeOrder(tx, id)
  return locked && order && { order, agreement: locked.agreement }
}

/** Locks a change order. Lock its commission before it. */
async function lockChangeOrder(tx: Tx, id: string): Promise<StoredChangeOrder | undefined> {
  const row = await tx.selectFrom('change_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const lines = await tx
    .selectFrom('change_order_lines')
    .selectAll()
    .where('change_order_id', '=', id)
    .orderBy('position')
    .execute()
  const { state, version, reason, hash, rates } = row
  return {
    id: asId<ChangeOrderId>(row.id),
    commissionId: asId<ChangeOrder['commissionId']>(row.commission_id),
    by: row.by_side,
    authorId: row.author_id,
    state,
    version,
    reason,
    hash,
    before: toOfferContent({ content: row.before, rates }),
    content: toOfferContent({ content: row.content, rates }),
    lines: lines.map((line) => ({
      milestoneId: asId(line.milestone_id),
      version: line.milestone_version,
      kind: line.kind,
    })),
    expiresAt: row.expires_at,
  }
}

/** Returns whether a commission, which is locked, has a change order that waits for an answer. */
export async function hasOpenChangeOrder(tx: Tx, commissionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('change_orders')
    .select('id')
    .where('commission_id', '=', commissionId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a proposal with its lines and schedules its reminder; the commission is locked. */
export async function insertChangeOrder(
  tx: Tx,
  order: StoredChangeOrder,
  { projectId, formerId }: { projectId: string; formerId: string | null },
  at: Instant,
): Promise<void> {
  await tx
    .insertInto('change_orders')
    .values((e) => ({
      id: order.id,
      commission_id: order.commissionId,
      number: e
        .selectFrom('change_orders')
        .where('commission_id', '=', order.commissionId)
        .select((s) => s(s.fn.coalesce(s.fn.max('number'), s.lit(0)), '+', 1).as('next')),
      by_side: order.by,
      author_id: order.authorId,
      state: order.state,
      before: JSON.stringify(toOfferContentDto(order.before)),
      content: JSON.stringify(toOfferContentDto(order.content)),
      rates: JSON.stringify(order.content.rates),
      hash: order.hash,
      reason: order.reason,
      former_id: formerId,
      expires_at: new Date(order.expiresAt),
      created_at: new Date(at),
      ended_at: null,
    }))
    .execute()
  const lines = order.lines.map(({ milestoneId, version, kind }, position) => ({
    change_order_id: order.id,
    milestone_id: milestoneId,
    position,
    milestone_version: version,
    kind,
  }))
  if (lines.length > 0) await tx.insertInto('change_order_lines').values(lines).execute()
  await scheduleChangeOrderTimer(tx, order, 'remind')
  await touchProject(tx, projectId, at)
}

/** Schedules the next step of an open change order. One that ends before leaves its timer, which then does nothing. */
export async function scheduleChangeOrderTimer(
  tx: Tx,
  order: Pick<ChangeOrder, 'id' | 'expiresAt'>,
  step: 'remind' | 'expire',
): Promise<void> {
  await scheduleTimer(tx, {
    kind: changeOrderTimerKind,
    subject: { kind: 'change-order', id: order.id },
    at: step === 'remind' ? changeOrderReminderAt(order) : order.expiresAt,
    key: `${changeOrderTimerKind}:${order.id}`,
    data: { step },
  })
}

/** Saves the end of a change order; `answer` is why it was declined. */
export async function saveChangeOrder(
  tx: Tx,
  { id, state, version }: ChangeOrder,
  projectId: string,
  at: Instant,
  answer = '',
): Promise<void> {
  await tx
    .updateTable('change_orders')
    .set({ state, version, answer, ended_at: new Date(at) })
    .where('id', '=', id)
    .execute()
  await touchProject(tx, projectId, at)
}

/** Closes the open change order of a commission that has ended. */
export async function outdateChangeOrder(tx: Tx, commissionId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('change_orders')
    .set((e) => ({ state: 'outdated', version: e('version', '+', 1), ended_at: new Date(at) }))
    .where('commission_id', '=', commissionId)
    .where('state', '=', 'open')
    .execute()
}

/** Saves the terms of a milestone that only a change order changes; its state is saved apart. */
export async function saveMilestoneTerms(
  tx: Tx,
  { milestone, terms }: AmendedMilestone,
  { rates, reviewRounds }: Pick<Agreement, 'rates' | 'reviewRounds'>,
): Promise<void> {
  const { price, clientFee, creatorFee } = split(terms.amount, rates)
  await tx
    .updateTable('milestones')
    .set({
      title: terms.title,
      description: terms.description,
      amount: price,
      client_fee: clientFee,
      creator_fee: creatorFee,
      rounds: terms.reviewRounds ?? reviewRounds,
      limits: terms.limits ? JSON.stringify(terms.limits) : null,
    })
    .where('id', '=', milestone.id)
    .execute()
}
