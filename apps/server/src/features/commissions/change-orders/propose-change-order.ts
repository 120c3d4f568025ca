import { hash } from 'node:crypto'
import { type Commission as CommissionView } from '@veranda/contract/commissions/offers/schemas.ts'
import {
  type CounterChangeOrderBody,
  type ProposeChangeOrderBody,
} from '@veranda/contract/commissions/change-orders/schemas.ts'
import {
  type ChangeOrder,
  counterChangeOrder as decideCounter,
  proposeChangeOrder as decide,
} from '@veranda/core/commissions/change-orders/change-order.ts'
import { type ChangeOrderDraft } from '@veranda/core/commissions/change-orders/change-order-terms.ts'
import { canonicalOfferText } from '@veranda/core/commissions/offers/offer-content.ts'
import { asId, type ChangeOrderId, type MilestoneId } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readCommission } from '../offers/read-commission.ts'
import {
  hasOpenChangeOrder,
  insertChangeOrder,
  lockChangeOrderFor,
  lockContractFor,
  saveChangeOrder,
  type StoredChangeOrder,
} from './change-order.repository.ts'

/** Proposes another version of the contract; nothing changes before the other side signs. */
export async function proposeChangeOrder(
  ctx: CommandContext,
  commissionId: string,
  body: ProposeChangeOrderBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockContractFor(ctx, commissionId)
  if (!locked.ok) return locked
  const { contract, party, by } = locked.value
  const { projectId } = contract.agreement
  const id = asId<ChangeOrderId>(deps.ids.next())
  const isOtherOpen = await hasOpenChangeOrder(tx, commissionId)
  const input = { draft: toDraft(body), reason: body.reason, isOtherOpen }
  const decided = decide(id, contract, party, input, by.at)
  if (!decided.ok) return decided
  await insertChangeOrder(tx, toStored(decided.value.next, by.actor), { projectId, formerId: null }, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readCommission(ctx, commissionId)
}

/** Puts another change order in the place of the open one, for the side that it waits for. */
export async function counterChangeOrder(
  ctx: CommandContext,
  id: string,
  body: CounterChangeOrderBody,
): Promise<Result<CommissionView>> {
  const { tx, deps } = ctx
  const locked = await lockChangeOrderFor(ctx, id)
  if (!locked.ok) return locked
  const { order, contract, party, by } = locked.value
  const { projectId, commissionId } = contract.agreement
  const nextId = asId<ChangeOrderId>(deps.ids.next())
  const input = { draft: toDraft(body), reason: body.reason, expected: body.expected }
  const decided = decideCounter(order, nextId, contract, party, input, by.at)
  if (!decided.ok) return decided
  const { former, next, event } = decided.value
  await saveChangeOrder(tx, former, projectId, by.at)
  await insertChangeOrder(tx, toStored(next, by.actor), { projectId, formerId: former.id }, by.at)
  await appendCommissionEvent(tx, event, by)
  return readCommission(ctx, commissionId)
}

function toStored(order: ChangeOrder, authorId: string): StoredChangeOrder {
  return { ...order, authorId, hash: hash('sha256', canonicalOfferText(order.content)) }
}

/** Returns the draft of a body, with the brands of ids and moments. */
function toDraft({ scope, rights, milestones, dropped }: ProposeChangeOrderBody): ChangeOrderDraft {
  const toRef = (ref: ProposeChangeOrderBody['dropped'][number]) => ({
    milestoneId: asId<MilestoneId>(ref.milestoneId),
    version: ref.version,
  })
  return {
    scope,
    rights,
    milestones: milestones.map((one) => ({
      ...one,
      dueAt: instant(Date.parse(one.dueAt)),
      ref: one.ref && toRef(one.ref),
    })),
    dropped: dropped.map(toRef),
  }
}
