import { type ModelFacts, findVariant } from '@veranda/core/assets/model-facts.ts'
import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type Translate } from '../../../lib/i18n/i18n.ts'
import { type RecordChange } from './record-changes.ts'

/** A variant that can be chosen for the asset in the scene; with an empty name its own materials. */
export type VariantChoice = { readonly name: string; readonly label: string; readonly chosen: boolean }

/** Returns what can be chosen for the asset in the scene, its own materials first; nothing without variants. */
export function variantChoices(
  facts: Pick<ModelFacts, 'variants'> | undefined,
  shown: SceneRecord | undefined,
  t: Translate<'rooms'>,
): VariantChoice[] {
  if (!facts?.variants?.length) return []
  const shownVariant = findVariant(facts, shown?.variant)
  const asDelivered = { name: '', label: t('version.variant.own'), chosen: shownVariant === undefined }
  const named = [...new Set(facts.variants)].map((name) => ({ name, label: name, chosen: name === shownVariant }))
  return [asDelivered, ...named]
}

/**
 * Returns the change that shows the asset in the scene in a variant; an empty name shows its own materials. It changes
 * nothing if another asset is in the scene by then, because the choice was not made for that one.
 */
export function chooseVariant(
  name: string,
  chosenFor: Pick<SceneRecord, 'deliverableId' | 'assetId'> | undefined,
): RecordChange<'scene'> {
  return (current) =>
    current && current.deliverableId === chosenFor?.deliverableId && current.assetId === chosenFor.assetId
      ? { ...current, variant: name || undefined }
      : undefined
}
