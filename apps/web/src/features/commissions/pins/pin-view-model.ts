import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Pin, type PinPlace } from '@veranda/contract/commissions/pins/schemas.ts'
import { type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { type Tone } from '@veranda/ui/tone.ts'
import { type Translate } from '../../../lib/i18n.ts'
import { type ViewerPin } from '../../../components/viewer/viewer-types.ts'
import { messageText } from './lazy-voice.ts'

export const pinTones: Record<Pin['state'], Tone> = {
  open: 'accent',
  fixed: 'success',
  gone: 'neutral',
  wont_fix: 'neutral',
}

/** An asset of a version with a 3D model. */
export type ModelAsset = AssetSummary & { model: NonNullable<AssetSummary['model']> }

/** Returns the assets of a version that have a 3D model, in order. */
export function modelAssetsOf(version: Deliverable | undefined): ModelAsset[] {
  return (version?.assets ?? []).flatMap((work) => (work.model ? [{ ...work, model: work.model }] : []))
}

/** Returns the pin's place on a version; undefined if it was neither placed nor carried over there. */
export function placeOnVersion(pin: Pin, versionId: string | undefined): PinPlace | undefined {
  return pin.places.find(({ deliverableId }) => deliverableId === versionId)
}

/** Returns the text of a pin: the change request, else the first message. */
export function pinText({ messages, requestMessageId }: Pin, t: Translate<'commissions/pins'>): string {
  const message = messages.find(({ id }) => id === requestMessageId) ?? messages[0]
  return message ? messageText(message, t) : ''
}

/** Returns the pins on one asset of a version in the form the viewer draws. */
export function toViewerPins(
  pins: readonly Pin[],
  at: { versionId: string; assetId: string },
  label: (pin: Pin, place: PinPlace) => string,
): ViewerPin[] {
  return pins.flatMap((pin) => {
    const place = placeOnVersion(pin, at.versionId)
    if (place?.assetId !== at.assetId) return []
    const look = place.status === 'unsure' ? 'unsure' : pin.state === 'open' ? 'open' : 'closed'
    const { part, position, normal, view } = place
    return [{ id: pin.id, number: pin.number, look, part, position, normal, view, label: label(pin, place) }]
  })
}
