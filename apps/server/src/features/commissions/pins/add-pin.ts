import { type AddPinBody, type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { checkAnchor, newPinActionsFor, type Pin, pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { asId, type PinId, type PinMessageId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { findAccessibleMilestone } from './milestone-access.ts'
import { appendPinEvent, readPin } from './pin-command.ts'
import { parsePinMessage, savePinMessage, toPlainText } from './pin-message.ts'
import { checkAnchorTarget, insertPin, nextPinNumber, savePin, toAnchor, upsertManualPlace } from './pin.repository.ts'

/** Adds a pin with a comment to a version; a client can make it a change request at once. */
export async function addPin(ctx: CommandContext, milestoneId: string, body: AddPinBody): Promise<Result<PinView>> {
  const { tx, deps, actor, clock } = ctx
  const access = await findAccessibleMilestone(tx, milestoneId, actor.id)
  if (!access.ok) return access
  const { facts, by } = access.value
  if (!newPinActionsFor(by.party).includes(body.change ? 'pin-change-request' : 'pin')) {
    return refuse('pin.not-your-step', 'not-allowed', {
      detail: { action: body.change ? 'pin-change-request' : 'pin' },
    })
  }
  const anchor = checkAnchor(toAnchor(body))
  if (!anchor.ok) return anchor
  const message = parsePinMessage(body)
  if (!message.ok) return message
  const target = await checkAnchorTarget(tx, milestoneId, anchor.value)
  if (!target.ok) return target
  const number = await nextPinNumber(tx, milestoneId)
  if (number > pinLimits.pins) return refuse('pin.too-many', 'conflict', { detail: { max: pinLimits.pins } })
  const now = clock.now()
  const messageId = asId<PinMessageId>(deps.ids.next())
  const pin: Pin = {
    id: asId<PinId>(deps.ids.next()),
    milestoneId: facts.milestoneId,
    number,
    state: 'open',
    version: 0,
    kind: 'comment',
    authorId: by.id,
    round: null,
    hasReplies: false,
    removed: null,
  }
  await insertPin(tx, pin, facts.projectId, now)
  const saved = await savePinMessage(ctx, { id: messageId, pinId: pin.id, authorId: by.id, ...message.value })
  if (!saved.ok) return saved
  if (body.change) await savePin(tx, { ...pin, kind: 'change', requestMessageId: messageId }, now)
  await upsertManualPlace(tx, pin.id, { anchor: anchor.value, view: body.view, by: by.id }, now)
  await appendPinEvent(
    ctx,
    'pin.added',
    { ...access.value, pin },
    { text: toPlainText(message.value), change: body.change },
  )
  return readPin(ctx, pin.id, access.value)
}
