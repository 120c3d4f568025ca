import { type PinEvents, type PinFacts } from '@veranda/core/commissions/pins/events.ts'
import { type Pin } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Pin as PinView } from '@veranda/contract/pins/schemas.ts'
import { preview } from '@veranda/core/text.ts'
import { append } from '../../../log/append.ts'
import { type At } from '../at.ts'
import { findPins, showPin } from './find-pins.ts'
import { reachMilestone, type Reached } from './reach.ts'
import { lockPin } from './rows.ts'

export type OwnPin = Reached & { readonly pin: Pin }

/** Holds a pin for somebody who may see it; to anybody else, and once it was taken away, it is absent. */
export async function ownPin({ tx, actor }: At, id: string, removedToo = false): Promise<Result<OwnPin>> {
  const pin = await lockPin(tx, id)
  if (!pin || (pin.removed !== null && !removedToo)) return refuse('pin.not-found', 'not-found')
  const reached = await reachMilestone(tx, pin.milestoneId, actor.id)
  if (!reached.ok) return refuse('pin.not-found', 'not-found')
  return ok({ ...reached.value, pin })
}

/** A pin as it is now, to the one who acted on it. */
export async function readPin({ tx }: At, id: string, { by }: Reached): Promise<Result<PinView>> {
  const [row] = await findPins(tx, { id })
  return row ? ok(showPin(row, by)) : refuse('pin.not-found', 'not-found')
}

/** Writes what happened to a pin into the log. `text` is what was said. */
export async function tellPin<T extends Exclude<keyof PinEvents, 'pins.carried'>>(
  { tx, actor, clock }: At,
  type: T,
  { facts, pin }: OwnPin,
  { text, ...more }: { text: string } & Omit<PinEvents[T], keyof PinFacts>,
): Promise<void> {
  const about: PinFacts = {
    ...facts,
    pinId: pin.id,
    number: pin.number,
    authorId: pin.authorId,
    preview: preview(text),
  }
  await append(tx, {
    type,
    subject: { kind: 'pin', id: pin.id },
    projectId: facts.projectId,
    actor: actor.id,
    at: clock.now(),
    data: { ...about, ...more },
  })
}
