import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import { type ProposeSettlementBody } from '@veranda/contract/commissions/settlements/schemas.ts'
import { type SettlementLine } from '@veranda/core/commissions/settlements/settle-milestone.ts'
import { proposeSettlement as decide } from '@veranda/core/commissions/settlements/settlement.ts'
import { asId, type MilestoneId, type SettlementId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from '../offers/read-commission.ts'
import { hasOpenSettlement, insertSettlement, lockSettledFor, withChargebacks } from './settlement.repository.ts'

export type SettlementContext = CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> }

/** Proposes to divide the escrow of milestones of a commission; no money moves before the other side signs. */
export async function proposeSettlement(
  ctx: SettlementContext,
  commissionId: string,
  body: ProposeSettlementBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockSettledFor(ctx, commissionId)
  if (!locked.ok) return locked
  const { agreement, party, by } = locked.value
  const milestones = await withChargebacks(tx, locked.value.milestones)
  const terms = {
    ...toTerms(body),
    isOtherOpen: await hasOpenSettlement(tx, commissionId),
    hasSteppedUp: await hasSteppedUp(ctx),
  }
  const id = asId<SettlementId>(deps.ids.next())
  const decided = decide(id, { agreement, milestones }, party, terms, by.at)
  if (!decided.ok) return decided
  const { next, lines, event } = decided.value
  await insertSettlement(tx, next, lines, { projectId: agreement.projectId, formerId: null }, by)
  await appendCommissionEvent(tx, event, by)
  return readCommission(ctx, commissionId)
}

/** Returns whether the actor has stepped up recently, in this session. */
export async function hasSteppedUp({ tx, actor, request, clock }: SettlementContext): Promise<boolean> {
  return (await steppedUpUntil(tx, { actor, cookieToken: request.cookieToken }, clock.now())) !== undefined
}

/** Returns the terms of a body, with the brands of ids and amounts. */
export function toTerms({ lines, endsCommission, reason }: ProposeSettlementBody) {
  return {
    endsCommission,
    reason,
    lines: lines.map((line): SettlementLine => {
      const fields = { milestoneId: asId<MilestoneId>(line.milestoneId), version: line.version }
      return line.kind === 'cancel'
        ? { ...fields, kind: line.kind }
        : { ...fields, kind: line.kind, release: minor(line.release), refund: minor(line.refund) }
    }),
  }
}
