import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Pin, type PinPlace } from '@veranda/contract/pins/schemas.ts'
import { type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { type Tone } from '@veranda/ui/tone.ts'
import { type Say } from '../../lib/words.ts'
import { type ViewerPin } from '../../parts/viewer-types.ts'
import { saidIn } from './voice.ts'

export const pinTones: Record<Pin['state'], Tone> = {
  open: 'accent',
  fixed: 'success',
  gone: 'neutral',
  wont_fix: 'neutral',
}

/** A work of a version that can be seen in three dimensions. */
export type SeenWork = WorkSummary & { model: NonNullable<WorkSummary['model']> }

/** The works of a version that can be seen in three dimensions, in their order. */
export function modelsOf(version: Deliverable | undefined): SeenWork[] {
  return (version?.works ?? []).flatMap((work) => (work.model ? [{ ...work, model: work.model }] : []))
}

/** Where a pin stands on a version; undefined where it was never set nor carried. */
export function placeOn(pin: Pin, versionId: string | undefined): PinPlace | undefined {
  return pin.places.find(({ deliverableId }) => deliverableId === versionId)
}

/** What a pin says: what is asked for, else its first words. */
export function textOf({ messages, askedMessageId }: Pin, t: Say<'pins'>): string {
  const message = messages.find(({ id }) => id === askedMessageId) ?? messages[0]
  return message ? saidIn(message, t) : ''
}

/** Pins as the viewer draws them on one work of a version. */
export function viewerPins(
  pins: readonly Pin[],
  at: { versionId: string; workId: string },
  label: (pin: Pin, place: PinPlace) => string,
): ViewerPin[] {
  return pins.flatMap((pin) => {
    const place = placeOn(pin, at.versionId)
    if (place?.workId !== at.workId) return []
    const look = place.standing === 'unsure' ? 'unsure' : pin.state === 'open' ? 'open' : 'closed'
    const { part, position, normal, view } = place
    return [{ id: pin.id, number: pin.number, look, part, position, normal, view, label: label(pin, place) }]
  })
}
