import { type Agreement, partyOf } from '@veranda/core/commissions/agreement.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { type SettledMilestone, type SettlementLine } from '@veranda/core/commissions/settlements/settle-milestone.ts'
import {
  type DividedLine,
  type Settlement,
  settlementReminderAt,
} from '@veranda/core/commissions/settlements/settlement.ts'
import { asId, type DisputeId, type MilestoneId, type SettlementId } from '@veranda/core/ids.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { scheduleTimer } from '../../../platform/timers/timers.ts'
import { isChargedBack, lockMilestonesOfCommission } from '../milestones/milestone.repository.ts'
import { lockCommissionFor } from '../offers/commission.repository.ts'
import { touchProject } from '../projects/project.repository.ts'

/** Timer kind that reminds the other side of a settlement, and expires it. */
export const settlementTimerKind = 'commissions.settlement'

/** A locked commission whose escrow can be divided, and the side of the actor. */
export type SettledForActor = {
  readonly agreement: Agreement
  readonly milestones: readonly Milestone[]
  readonly party: 'client' | 'creator'
  readonly by: Cause & { actor: string }
}

/**
 * Locks a commission with its milestones and returns the actor's side. Refuses commission.not-found to everyone else, and
 * settlement.commission-not-active (conflict) where no offer was accepted yet.
 */
export async function lockSettledFor(ctx: CommandContext, commissionId: string): Promise<Result<SettledForActor>> {
  const { tx, actor, clock } = ctx
  const commission = await lockCommissionFor(ctx, commissionId)
  if (!commission.ok) return commission
  const locked = await lockMilestonesOfCommission(tx, commissionId)
  const agreement = locked[0]?.agreement
  if (!agreement) return refuse('settlement.commission-not-active', 'conflict')
  const milestones = locked.map(({ milestone }) => milestone)
  return ok({ agreement, milestones, party: commission.value.party, by: { actor: actor.id, at: clock.now() } })
}

/** Returns locked milestones with the chargebacks that are known, so that none is settled after one. */
export async function withChargebacks(tx: Tx, milestones: readonly Milestone[]): Promise<Milestone[]> {
  const flagged: Milestone[] = []
  for (const one of milestones) flagged.push({ ...one, frozen: one.frozen || (await isChargedBack(tx, one.id)) })
  return flagged
}

export type SettlementForActor = SettledForActor & { readonly settlement: Settlement }

/**
 * Locks a settlement, its commission and milestones first, and returns the actor's side. Refuses settlement.not-found to
 * everyone else.
 */
export async function lockSettlementFor(ctx: CommandContext, id: string): Promise<Result<SettlementForActor>> {
  const found = await findCommissionOf(ctx.tx, id)
  if (found === undefined || !partyOf(found, ctx.actor.id)) return refuse('settlement.not-found', 'not-found')
  const settled = await lockSettledFor(ctx, found.commissionId)
  if (!settled.ok) return settled
  const settlement = await lockSettlement(ctx.tx, id)
  return settlement ? ok({ ...settled.value, settlement }) : refuse('settlement.not-found', 'not-found')
}

async function findCommissionOf(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('settlements as s')
    .innerJoin('commissions as c', 'c.id', 's.commission_id')
    .select(['c.id', 'c.client_id', 'c.creator_id'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  type Parties = Parameters<typeof partyOf>[0] & { creatorId: Agreement['creatorId'] }
  const parties: Parties = { clientId: asId(row.client_id), creatorId: asId(row.creator_id) }
  return { commissionId: row.id, ...parties }
}

/** Locks a settlement and its commission, the commission first, for the system. */
export async function lockSettlementWithAgreement(
  tx: Tx,
  id: string,
): Promise<{ settlement: Settlement; agreement: Agreement } | undefined> {
  const found = await findCommissionOf(tx, id)
  if (found === undefined) return undefined
  const [locked] = await lockMilestonesOfCommission(tx, found.commissionId)
  const settlement = await lockSettlement(tx, id)
  return locked && settlement && { settlement, agreement: locked.agreement }
}

/** Locks a settlement. Lock its commission before it. */
async function lockSettlement(tx: Tx, id: string): Promise<Settlement | undefined> {
  const row = await tx.selectFrom('settlements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const lines = await tx
    .selectFrom('settlement_lines')
    .selectAll()
    .where('settlement_id', '=', id)
    .orderBy('position')
    .execute()
  return toSettlement(row, lines)
}

function toSettlement(
  row: Selectable<Tables['settlements']>,
  lines: readonly Selectable<Tables['settlement_lines']>[],
): Settlement {
  const { currency } = row
  if (!isCurrency(currency)) throw new RangeError(`stored settlement has unknown currency ${currency}`)
  return {
    id: asId<SettlementId>(row.id),
    commissionId: asId<Settlement['commissionId']>(row.commission_id),
    by: row.by_side,
    currency,
    state: row.state,
    version: row.version,
    endsCommission: row.ends_commission,
    reason: row.reason,
    expiresAt: row.expires_at,
    lines: lines.map((line): SettlementLine => {
      const fields = { milestoneId: asId<MilestoneId>(line.milestone_id), version: line.milestone_version }
      return line.kind === 'cancel'
        ? { ...fields, kind: line.kind }
        : { ...fields, kind: line.kind, release: minor(line.release_price), refund: minor(line.refund_price) }
    }),
  }
}

/** Returns whether a commission, which is locked, has a settlement that waits for an answer. */
export async function hasOpenSettlement(tx: Tx, commissionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('settlements')
    .select('id')
    .where('commission_id', '=', commissionId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a proposal with its lines and schedules its reminder; the commission is locked. */
export async function insertSettlement(
  tx: Tx,
  settlement: Settlement,
  lines: readonly DividedLine[],
  { projectId, formerId }: { projectId: string; formerId: string | null },
  by: Cause & { actor: string },
): Promise<void> {
  await tx
    .insertInto('settlements')
    .values((e) => ({
      id: settlement.id,
      commission_id: settlement.commissionId,
      number: e
        .selectFrom('settlements')
        .where('commission_id', '=', settlement.commissionId)
        .select((s) => s(s.fn.coalesce(s.fn.max('number'), s.lit(0)), '+', 1).as('next')),
      by_side: settlement.by,
      author_id: by.actor,
      state: settlement.state,
      currency: settlement.currency,
      ends_commission: settlement.endsCommission,
      reason: settlement.reason,
      former_id: formerId,
      expires_at: new Date(settlement.expiresAt),
      created_at: new Date(by.at),
      ended_at: null,
    }))
    .execute()
  await tx
    .insertInto('settlement_lines')
    .values(
      lines.map(({ line, division }, position) => ({
        settlement_id: settlement.id,
        milestone_id: line.milestoneId,
        position,
        milestone_version: line.version,
        kind: line.kind,
        ...(division && {
          release_price: division.released.amount,
          release_client_fee: division.released.clientFee,
          release_creator_fee: division.released.creatorFee,
          refund_price: division.refunded.amount,
          refund_client_fee: division.refunded.clientFee,
          refund_creator_fee: division.refunded.creatorFee,
        }),
      })),
    )
    .execute()
  await scheduleSettlementTimer(tx, settlement, 'remind')
  await touchProject(tx, projectId, by.at)
}

/** Schedules the next step of an open settlement. One that ends before leaves its timer, which then does nothing. */
export async function scheduleSettlementTimer(
  tx: Tx,
  settlement: Pick<Settlement, 'id' | 'expiresAt'>,
  step: 'remind' | 'expire',
): Promise<void> {
  const { id, expiresAt } = settlement
  await scheduleTimer(tx, {
    kind: settlementTimerKind,
    subject: { kind: 'settlement', id },
    at: step === 'remind' ? settlementReminderAt(settlement) : expiresAt,
    key: `${settlementTimerKind}:${id}`,
    data: { step },
  })
}

/** Saves the end of a settlement; `answer` is why it was declined. */
export async function saveSettlement(
  tx: Tx,
  { id, state, version }: Settlement,
  projectId: string,
  at: Instant,
  answer = '',
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ state, version, answer, ended_at: new Date(at) })
    .where('id', '=', id)
    .execute()
  await touchProject(tx, projectId, at)
}

/** Closes an open settlement that ends its commission, which has more milestones now than it names. */
export async function outdateEndingSettlement(tx: Tx, commissionId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('settlements')
    .set((e) => ({ state: 'outdated', version: e('version', '+', 1), ended_at: new Date(at) }))
    .where('commission_id', '=', commissionId)
    .where('state', '=', 'open')
    .where('ends_commission', '=', true)
    .execute()
}

/** Records a part of the escrow that a settlement or the end of a dispute released. */
export async function insertRelease(
  tx: Tx,
  { id: milestoneId }: Milestone,
  { releaseId, amount, clientFee, creatorFee }: NonNullable<SettledMilestone['released']>,
  by: { readonly settlementId: SettlementId | null; readonly disputeId: DisputeId | null },
  at: Instant,
): Promise<void> {
  await tx
    .insertInto('milestone_releases')
    .values({
      id: releaseId,
      milestone_id: milestoneId,
      settlement_id: by.settlementId,
      dispute_id: by.disputeId,
      price: amount,
      client_fee: clientFee,
      creator_fee: creatorFee,
      released_at: new Date(at),
    })
    .execute()
}
