import { type Pin as PinView, type PlacePinBody } from '@veranda/contract/commissions/pins/schemas.ts'
import { checkAnchor, placePin as decide } from '@veranda/core/commissions/pins/pin.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendPinEvent, lockPinFor, readPin } from './pin-command.ts'
import { checkAnchorTarget, savePin, toAnchor, upsertManualPlace } from './pin.repository.ts'

/** Places a pin on a version by hand. */
export async function placePin(ctx: CommandContext, id: string, body: PlacePinBody): Promise<Result<PinView>> {
  const locked = await lockPinFor(ctx, id)
  if (!locked.ok) return locked
  const { pin, by } = locked.value
  const anchor = checkAnchor(toAnchor(body))
  if (!anchor.ok) return anchor
  const target = await checkAnchorTarget(ctx.tx, pin.milestoneId, anchor.value)
  if (!target.ok) return target
  const decided = decide(pin, body.expected)
  if (!decided.ok) return decided
  const now = ctx.clock.now()
  await savePin(ctx.tx, decided.value, now)
  await upsertManualPlace(ctx.tx, id, { anchor: anchor.value, view: body.view, by: by.id }, now)
  await appendPinEvent(ctx, 'pin.placed', locked.value, { text: '' })
  return readPin(ctx, id, locked.value)
}
