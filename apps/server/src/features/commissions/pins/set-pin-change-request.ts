import { type Pin as PinView, type SetPinChangeRequestBody } from '@veranda/contract/commissions/pins/schemas.ts'
import { setPinChangeRequest as decide } from '@veranda/core/commissions/pins/pin.ts'
import { asId, type PinMessageId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendPinEvent, lockPinFor, readPin } from './pin-command.ts'
import { savePin } from './pin.repository.ts'

/** Makes a message of the thread the client's change request, or takes the request back. */
export async function setPinChangeRequest(
  ctx: CommandContext,
  id: string,
  { messageId, expected }: SetPinChangeRequestBody,
): Promise<Result<PinView>> {
  const { tx, clock } = ctx
  const locked = await lockPinFor(ctx, id)
  if (!locked.ok) return locked
  const { pin, by } = locked.value
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
  const decided = decide(pin, by, message ? asId<PinMessageId>(message.id) : null, expected)
  if (!decided.ok) return decided
  await savePin(tx, decided.value, clock.now())
  await appendPinEvent(ctx, 'pin.change-request-set', locked.value, {
    text: message?.text ?? '',
    change: message !== undefined,
  })
  return readPin(ctx, id, locked.value)
}
