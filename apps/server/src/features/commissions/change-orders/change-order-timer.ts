import { expireChangeOrder, remindOfChangeOrder } from '@veranda/core/commissions/change-orders/change-order.ts'
import { timerHandler } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import {
  changeOrderTimerKind,
  lockChangeOrderWithAgreement,
  saveChangeOrder,
  scheduleChangeOrderTimer,
} from './change-order.repository.ts'

/** Reminds the other side of an open change order, and expires it when no one has answered in time. */
export const changeOrderTimer = timerHandler(changeOrderTimerKind, async ({ tx, timer, deps }) => {
  const locked = await lockChangeOrderWithAgreement(tx, timer.subject.id)
  if (!locked) return
  const { order, agreement } = locked
  const by = { actor: null, at: deps.clock.now() }
  if (timer.data['step'] === 'remind') {
    const event = remindOfChangeOrder(order, agreement)
    if (!event.ok) return
    await appendCommissionEvent(tx, event.value, by)
    return scheduleChangeOrderTimer(tx, order, 'expire')
  }
  const decided = expireChangeOrder(order, agreement, by.at)
  if (!decided.ok) return
  await saveChangeOrder(tx, decided.value.next, agreement.projectId, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
})
