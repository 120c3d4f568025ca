import { type AnswerPinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { checkSaid, keepMessage, spoken } from './message.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { savePin } from './rows.ts'

/** One more message in the thread, by anybody who sees it. */
export async function answerPin(at: At, id: string, body: AnswerPinBody): Promise<Result<PinView>> {
  const { tx, deps, clock } = at
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const said = checkSaid(body)
  if (!said.ok) return said
  const { pin, by } = own.value
  const { count } = await tx
    .selectFrom('pin_messages')
    .where('pin_id', '=', id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= pinLimits.messages) {
    return refuse('pin.thread-full', 'conflict', { detail: { max: pinLimits.messages } })
  }
  const kept = await keepMessage(at, { id: deps.ids.next(), pinId: id, authorId: by.id, ...said.value })
  if (!kept.ok) return kept
  // An answer decides nothing, so the version that a decision expects stays.
  await savePin(tx, pin, clock.now())
  await tellPin(at, 'pin.answered', own.value, { text: spoken(said.value) })
  return readPin(at, id, own.value)
}
