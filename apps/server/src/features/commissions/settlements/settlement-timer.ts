import { expireSettlement, remindOfSettlement } from '@veranda/core/commissions/settlements/settlement.ts'
import { timerHandler } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import {
  lockSettlementWithAgreement,
  saveSettlement,
  scheduleSettlementTimer,
  settlementTimerKind,
} from './settlement.repository.ts'

/** Reminds the other side of an open settlement, and expires it when no one has answered in time. */
export const settlementTimer = timerHandler(settlementTimerKind, async ({ tx, timer, deps }) => {
  const locked = await lockSettlementWithAgreement(tx, timer.subject.id)
  if (!locked) return
  const { settlement, agreement } = locked
  const by = { actor: null, at: deps.clock.now() }
  if (timer.data['step'] === 'remind') {
    const event = remindOfSettlement(settlement, agreement)
    if (!event.ok) return
    await appendCommissionEvent(tx, event.value, by)
    return scheduleSettlementTimer(tx, settlement, 'expire')
  }
  const decided = expireSettlement(settlement, agreement, by.at)
  if (!decided.ok) return
  await saveSettlement(tx, decided.value.next, agreement.projectId, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
})
