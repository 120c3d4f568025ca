import { type AnchorPoint } from './viewer/viewer-types.ts'

/** Builds the anchor of a pin on one exact version from a picked point and its view. */
export function toPinAnchor({ part, position, normal, view }: AnchorPoint, deliverableId: string, assetId: string) {
  const { eye, target, settings } = view
  const viewSettings = { ...settings, hidden: [...settings.hidden] }
  const viewpoint = { eye: [...eye] as [number, number, number], target: [...target] as [number, number, number] }
  return { deliverableId, assetId, part, position, normal, view: { ...viewpoint, settings: viewSettings } }
}
