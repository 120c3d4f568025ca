import { type AskPinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { askByPin as decide } from '@veranda/core/commissions/pins/change-pin.ts'
import { type PinMessageId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { savePin } from './rows.ts'

/** The client makes a message of the thread what is asked to be changed, or takes that back. */
export async function askPin(at: At, id: string, { messageId, expected }: AskPinBody): Promise<Result<PinView>> {
  const { tx, clock } = at
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const { pin, by } = own.value
  const message =
    messageId === null
      ? undefined
      : await tx
          .selectFrom('pin_messages')
          .select(['id', 'text'])
          .where('id', '=', messageId)
          .where('pin_id', '=', id)
          .executeTakeFirst()
  if (messageId !== null && !message) return refuse('pin.message-not-found', 'not-found', { field: 'messageId' })
  const decided = decide(pin, by, message ? branded<PinMessageId>(message.id) : null, expected)
  if (!decided.ok) return decided
  await savePin(tx, decided.value, clock.now())
  await tellPin(at, 'pin.asked', own.value, { text: message?.text ?? '', change: message !== undefined })
  return readPin(at, id, own.value)
}
