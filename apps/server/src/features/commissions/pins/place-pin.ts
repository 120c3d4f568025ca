import { type Pin as PinView, type PlacePinBody } from '@veranda/contract/pins/schemas.ts'
import { placePin as decide } from '@veranda/core/commissions/pins/change-pin.ts'
import { checkAnchor } from '@veranda/core/commissions/pins/pin.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { checkWork } from './check-work.ts'
import { ownPin, readPin, tellPin } from './own-pin.ts'
import { anchorOf, placeByHand, savePin } from './rows.ts'

/** Somebody says where the pin belongs on a version. */
export async function placePin(at: At, id: string, body: PlacePinBody): Promise<Result<PinView>> {
  const own = await ownPin(at, id)
  if (!own.ok) return own
  const { pin, by } = own.value
  const anchor = checkAnchor(anchorOf(body))
  if (!anchor.ok) return anchor
  const work = await checkWork(at.tx, pin.milestoneId, anchor.value)
  if (!work.ok) return work
  const decided = decide(pin, by, body.expected)
  if (!decided.ok) return decided
  const now = at.clock.now()
  await savePin(at.tx, decided.value, now)
  await placeByHand(at.tx, id, { anchor: anchor.value, view: body.view, by: by.id }, now)
  await tellPin(at, 'pin.placed', own.value, { text: '' })
  return readPin(at, id, own.value)
}
