import { type ExpectedPinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { removePin as decideRemoval, restorePin as decideReturn } from '@veranda/core/commissions/pins/change-pin.ts'
import { pinUndo } from '@veranda/core/commissions/pins/pin.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { cancelDue, scheduleDue } from '../../../due/due.ts'
import { type At } from '../at.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { savePin } from './rows.ts'
import { forgetKind } from './voice-notes.ts'

/** Its author takes a pin away that nobody answered. */
export async function removePin(at: At, id: string, { expected }: ExpectedPinBody): Promise<Result<Done>> {
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const now = at.clock.now()
  const decided = decideRemoval(own.value.pin, own.value.by, expected, now)
  if (!decided.ok) return decided
  await savePin(at.tx, decided.value, now)
  const subject = { kind: 'pin', id }
  await scheduleDue(at.tx, { kind: forgetKind, subject, at: after(now, pinUndo + 1), key: `${forgetKind}:${id}` })
  await tellPin(at, 'pin.removed', own.value, { text: '' })
  return ok({ done: true })
}

/** Who took it away thought better of it, within ten minutes. */
export async function restorePin(at: At, id: string): Promise<Result<PinView>> {
  const own = await ownPin(at, id, true)
  if (!own.ok) return own
  const now = at.clock.now()
  const decided = decideReturn(own.value.pin, own.value.by, now)
  if (!decided.ok) return decided
  await savePin(at.tx, decided.value, now)
  await cancelDue(at.tx, `${forgetKind}:${id}`)
  await tellPin(at, 'pin.restored', own.value, { text: '' })
  return readPin(at, id, own.value)
}
