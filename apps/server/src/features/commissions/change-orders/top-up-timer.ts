import { expireTopUp, remindOfTopUp } from '@veranda/core/commissions/change-orders/top-up.ts'
import { timerHandler } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { touchProject } from '../projects/project.repository.ts'
import { lockTopUp, saveTopUp, scheduleTopUpTimer, topUpTimerKind } from './top-up.repository.ts'

/** Reminds both sides of a top-up, and expires it when it was not paid in time: its milestone stays as it was. */
export const topUpTimer = timerHandler(topUpTimerKind, async ({ tx, timer, deps }) => {
  const locked = await lockTopUp(tx, 'id', timer.subject.id)
  if (!locked) return
  const { topUp, agreed, agreement } = locked
  const by = { actor: null, at: deps.clock.now() }
  if (timer.data['step'] === 'remind') {
    const event = remindOfTopUp(topUp, agreed.milestone, agreement)
    if (event.ok) await appendCommissionEvent(tx, event.value, by)
    return scheduleTopUpTimer(tx, topUp, 'expire', topUp.expiresAt)
  }
  const decided = expireTopUp(topUp, agreed.milestone, agreement, by.at)
  if (!decided.ok) return
  await saveTopUp(tx, decided.value.next, by.at)
  await touchProject(tx, agreement.projectId, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
})
