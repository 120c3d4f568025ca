import { type ChangePinStateBody, type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { checkPinText, changePinState as decide } from '@veranda/core/commissions/pins/pin.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendPinEvent, lockPinFor, readPin } from './pin-command.ts'
import { insertPinMessage, savePin } from './pin.repository.ts'

/** Closes or reopens a pin, with an optional message. */
export async function changePinState(
  ctx: CommandContext,
  id: string,
  body: ChangePinStateBody,
): Promise<Result<PinView>> {
  const { tx, deps, clock } = ctx
  const locked = await lockPinFor(ctx, id)
  if (!locked.ok) return locked
  const { pin, by } = locked.value
  const decided = decide(pin, body.action, by, body.expected)
  if (!decided.ok) return decided
  if (body.text !== '') {
    const text = checkPinText(body.text)
    if (!text.ok) return text
    await insertPinMessage(tx, { id: deps.ids.next(), pinId: id, authorId: by.id, text: text.value }, clock.now())
  }
  await savePin(tx, decided.value, clock.now())
  await appendPinEvent(ctx, 'pin.state-changed', locked.value, { text: body.text, action: body.action })
  return readPin(ctx, id, locked.value)
}
