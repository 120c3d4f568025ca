import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Pin, type PinPlace } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLookOf } from '@veranda/core/commissions/pins/pin-look.ts'
import { pinSteps } from '@veranda/core/commissions/pins/pin.ts'
import { type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { type Tone } from '@veranda/ui/tone.ts'
import { type ViewerPin } from '../../../components/viewer/viewer-types.ts'
import { type PinThreadView } from '../../../components/pins/pin-thread-view.ts'

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
  return (version?.assets ?? []).flatMap((asset) => (asset.model ? [{ ...asset, model: asset.model }] : []))
}

/** Returns the pin's place on a version; undefined if it was neither placed nor carried over there. */
export function placeOnVersion(pin: Pin, versionId: string | undefined): PinPlace | undefined {
  return pin.places.find(({ deliverableId }) => deliverableId === versionId)
}

/** Returns the thread of a pin as seen from a version, by the actions that the server sent with the pin. */
export function pinThreadView(pin: Pin, versionId: string | undefined): PinThreadView {
  const { actions } = pin
  const place = placeOnVersion(pin, versionId)
  const [first] = pin.messages
  return {
    place,
    steps: pinSteps.filter((step) => actions.includes(step)),
    canReply: actions.includes('reply'),
    canPlace: actions.includes('place') && place?.status !== 'placed',
    canRemove: actions.includes('remove'),
    changeRequest:
      actions.includes('set-change-request') && first
        ? { messageId: pin.kind === 'change' ? null : first.id }
        : undefined,
  }
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
    const look = pinLookOf(pin.state, place.status === 'unsure')
    const { part, position, normal, view } = place
    return [{ id: pin.id, number: pin.number, look, part, position, normal, view, label: label(pin, place) }]
  })
}
