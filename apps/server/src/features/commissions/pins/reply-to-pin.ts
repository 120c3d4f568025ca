import { type ReplyToPinBody, type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { parsePinMessage, savePinMessage, toPlainText } from './pin-message.ts'
import { lockPinFor, readPin, appendPinEvent } from './pin-command.ts'
import { savePin } from './pin.repository.ts'

/** Adds a message to the thread of a pin; everyone who sees the pin may reply. */
export async function replyToPin(ctx: CommandContext, id: string, body: ReplyToPinBody): Promise<Result<PinView>> {
  const { tx, deps, clock } = ctx
  const locked = await lockPinFor(ctx, id)
  if (!locked.ok) return locked
  const message = parsePinMessage(body)
  if (!message.ok) return message
  const { pin, by } = locked.value
  const { count } = await tx
    .selectFrom('pin_messages')
    .where('pin_id', '=', id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= pinLimits.messages) {
    return refuse('pin.thread-full', 'conflict', { detail: { max: pinLimits.messages } })
  }
  const saved = await savePinMessage(ctx, { id: deps.ids.next(), pinId: id, authorId: by.id, ...message.value })
  if (!saved.ok) return saved
  // A reply changes no state, so the version expected by other commands stays valid.
  await savePin(tx, pin, clock.now())
  await appendPinEvent(ctx, 'pin.replied', locked.value, { text: toPlainText(message.value) })
  return readPin(ctx, id, locked.value)
}
