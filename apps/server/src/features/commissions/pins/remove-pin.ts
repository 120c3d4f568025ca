import { type ExpectedPinBody, type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import {
  removePin as decideRemoval,
  restorePin as decideRestore,
  pinRestoreWindowMs,
} from '@veranda/core/commissions/pins/pin.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { cancelTimer, scheduleTimer } from '../../../platform/timers/timers.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendPinEvent, lockPinFor, readPin } from './pin-command.ts'
import { savePin } from './pin.repository.ts'
import { deleteTimerKind } from './voice-notes.ts'

/** Removes a pin without replies on behalf of its author. */
export async function removePin(ctx: CommandContext, id: string, { expected }: ExpectedPinBody): Promise<Result<Done>> {
  const locked = await lockPinFor(ctx, id)
  if (!locked.ok) return locked
  const now = ctx.clock.now()
  const decided = decideRemoval(locked.value.pin, locked.value.by, expected, now)
  if (!decided.ok) return decided
  await savePin(ctx.tx, decided.value, now)
  const subject = { kind: 'pin', id }
  await scheduleTimer(ctx.tx, {
    kind: deleteTimerKind,
    subject,
    at: after(now, pinRestoreWindowMs + 1),
    key: `${deleteTimerKind}:${id}`,
  })
  await appendPinEvent(ctx, 'pin.removed', locked.value, { text: '' })
  return ok({ done: true })
}

/** Restores a pin within ten minutes of its removal. */
export async function restorePin(ctx: CommandContext, id: string): Promise<Result<PinView>> {
  const locked = await lockPinFor(ctx, id, true)
  if (!locked.ok) return locked
  const now = ctx.clock.now()
  const decided = decideRestore(locked.value.pin, locked.value.by, now)
  if (!decided.ok) return decided
  await savePin(ctx.tx, decided.value, now)
  await cancelTimer(ctx.tx, `${deleteTimerKind}:${id}`)
  await appendPinEvent(ctx, 'pin.restored', locked.value, { text: '' })
  return readPin(ctx, id, locked.value)
}
