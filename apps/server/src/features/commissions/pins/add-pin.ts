import { type AddPinBody, type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { checkAnchor, type Pin, pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { type PinId, type PinMessageId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { checkWork } from './check-work.ts'
import { checkSaid, keepMessage, spoken } from './message.ts'
import { readPin, tellPin } from './own-pin.ts'
import { reachMilestone } from './reach.ts'
import { anchorOf, insertPin, nextPinNumber, placeByHand, savePin } from './rows.ts'

/** Somebody in the project pins a remark on a version; a client may ask for a change by it at once. */
export async function addPin(at: At, milestoneId: string, body: AddPinBody): Promise<Result<PinView>> {
  const { tx, deps, actor, clock } = at
  const reached = await reachMilestone(tx, milestoneId, actor.id)
  if (!reached.ok) return reached
  const { facts, by } = reached.value
  if (body.change && by.party !== 'client') {
    return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'ask' } })
  }
  const anchor = checkAnchor(anchorOf(body))
  if (!anchor.ok) return anchor
  const said = checkSaid(body)
  if (!said.ok) return said
  const work = await checkWork(tx, milestoneId, anchor.value)
  if (!work.ok) return work
  const number = await nextPinNumber(tx, milestoneId)
  if (number > pinLimits.pins) return refuse('pin.too-many', 'conflict', { detail: { max: pinLimits.pins } })
  const now = clock.now()
  const messageId = branded<PinMessageId>(deps.ids.next())
  const pin: Pin = {
    id: branded<PinId>(deps.ids.next()),
    milestoneId: facts.milestoneId,
    number,
    state: 'open',
    version: 0,
    kind: 'remark',
    authorId: by.id,
    askedMessageId: null,
    round: null,
    answered: false,
    removed: null,
  }
  await insertPin(tx, pin, facts.projectId, now)
  const kept = await keepMessage(at, { id: messageId, pinId: pin.id, authorId: by.id, ...said.value })
  if (!kept.ok) return kept
  if (body.change) await savePin(tx, { ...pin, kind: 'change', askedMessageId: messageId }, now)
  await placeByHand(tx, pin.id, { anchor: anchor.value, view: body.view, by: by.id }, now)
  await tellPin(at, 'pin.added', { ...reached.value, pin }, { text: spoken(said.value), change: body.change })
  return readPin(at, pin.id, reached.value)
}
