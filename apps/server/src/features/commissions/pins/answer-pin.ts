import { type AnswerPinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { checkPinText, pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { insertPinMessage, savePin } from './rows.ts'

/** One more message in the thread, by anybody who sees it. */
export async function answerPin(at: At, id: string, body: AnswerPinBody): Promise<Result<PinView>> {
  const { t, deps, clock } = at
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const text = checkPinText(body.text)
  if (!text.ok) return text
  const { pin, by } = own.value
  const { count } = await t
    .selectFrom('pin_messages')
    .where('pin_id', '=', id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= pinLimits.messages) {
    return refuse('pin.thread-full', 'conflict', { detail: { max: pinLimits.messages } })
  }
  await insertPinMessage(t, { id: deps.ids.next(), pinId: id, authorId: by.id, text: text.value }, clock.now())
  // An answer decides nothing, so the version that a decision expects stays.
  await savePin(t, pin, clock.now())
  await tellPin(at, 'pin.answered', own.value, { text: text.value })
  return readPin(at, id, own.value)
}
