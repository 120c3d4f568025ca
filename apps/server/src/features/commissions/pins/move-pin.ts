import { type MovePinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { movePin as decide } from '@veranda/core/commissions/pins/change-pin.ts'
import { checkPinText } from '@veranda/core/commissions/pins/pin.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { insertPinMessage, savePin } from './rows.ts'

/** One side closes a pin or opens it again, with a word why if they like. */
export async function movePin(at: At, id: string, body: MovePinBody): Promise<Result<PinView>> {
  const { tx, deps, clock } = at
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const { pin, by } = own.value
  const decided = decide(pin, body.action, by, body.expected)
  if (!decided.ok) return decided
  if (body.text !== '') {
    const text = checkPinText(body.text)
    if (!text.ok) return text
    await insertPinMessage(tx, { id: deps.ids.next(), pinId: id, authorId: by.id, text: text.value }, clock.now())
  }
  await savePin(tx, decided.value, clock.now())
  await tellPin(at, 'pin.moved', own.value, { text: body.text, action: body.action })
  return readPin(at, id, own.value)
}
