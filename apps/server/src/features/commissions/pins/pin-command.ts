import { type PinEvents, type PinFacts } from '@veranda/core/commissions/pins/events.ts'
import { type Pin } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { excerptText } from '@veranda/core/text.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { findPins, toPinDto } from './pin.presenter.ts'
import { findAccessibleMilestone, type MilestoneAccess } from './milestone-access.ts'
import { lockPin } from './pin.repository.ts'

export type PinForActor = MilestoneAccess & { readonly pin: Pin }

/**
 * Locks a pin for a user who may see it. Refuses pin.not-found for anyone else and for removed pins, unless they are
 * included.
 */
export async function lockPinFor(
  { tx, actor }: CommandContext,
  id: string,
  includeRemoved = false,
): Promise<Result<PinForActor>> {
  const pin = await lockPin(tx, id)
  if (!pin || (pin.removed !== null && !includeRemoved)) return refuse('pin.not-found', 'not-found')
  const access = await findAccessibleMilestone(tx, pin.milestoneId, actor.id)
  if (!access.ok) return refuse('pin.not-found', 'not-found')
  return ok({ ...access.value, pin })
}

/** Returns the pin's current DTO for the actor. */
export async function readPin({ tx }: CommandContext, id: string, { by }: MilestoneAccess): Promise<Result<PinView>> {
  const [row] = await findPins(tx, { id })
  return row ? ok(toPinDto(row, by)) : refuse('pin.not-found', 'not-found')
}

/** Appends a pin event. `text` becomes its preview. */
export async function appendPinEvent<T extends Exclude<keyof PinEvents, 'pins.carried'>>(
  { tx, actor, clock }: CommandContext,
  type: T,
  { facts, pin }: PinForActor,
  { text, ...extra }: { text: string } & Omit<PinEvents[T], keyof PinFacts>,
): Promise<void> {
  const about: PinFacts = {
    ...facts,
    pinId: pin.id,
    number: pin.number,
    authorId: pin.authorId,
    preview: excerptText(text),
  }
  await appendEvent(tx, {
    type,
    subject: { kind: 'pin', id: pin.id },
    projectId: facts.projectId,
    actor: actor.id,
    at: clock.now(),
    data: { ...about, ...extra },
  })
}
