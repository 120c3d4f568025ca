import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import {
  type PlacementRecord,
  type SceneRecord,
  type ToolsRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { useEffect, useRef } from 'react'
import { invalidateKey } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type RoomPin, type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { scaleFactorOf } from '@veranda/core/rooms/records/placement.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { findNewerVersion, type RecordChange, sceneRecordFor, submittedVersions } from '../records/record-changes.ts'
import { type RecordStoreState } from '../records/record-store.ts'
import { type VariantChoice, variantChoices } from '../records/variant-choices.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { useSceneAssets } from './use-scene-assets.ts'

export type SharedScene = {
  readonly shown: SceneRecord | undefined
  readonly version: RoomVersion | undefined
  /** A newer version of the same milestone than the one in the scene. */
  readonly newerVersion: RoomVersion | undefined
  /** The variants of the asset in the scene; empty if it has none. */
  readonly variants: readonly VariantChoice[]
  readonly tools: ToolsRecord
  readonly placement: PlacementRecord | undefined
  /** Metres in the room per metre of the model; 1 until it is loaded. */
  readonly scaleFactor: number
  /** Number of the version with which the shown one is compared. */
  readonly previousNumber: number | undefined
  readonly failed: boolean
  /** Maximum distance of the shown model from its source, in metres. */
  readonly tolerance: number
}

type SharedSceneOptions = {
  canvas: RoomCanvas | undefined
  participation: RoomParticipation
  records: RecordStoreState
  versions: readonly RoomVersion[] | undefined
  can: CanInRoom
  pins: readonly RoomPin[]
  /** Shows lighter models where available. */
  lightModels: boolean
}

/**
 * Returns the shared scene from the room's records and shows it on the canvas. The first host of a room with an empty
 * scene puts the newest submitted version there.
 */
export function useSharedScene({
  canvas,
  participation,
  records,
  versions,
  can,
  pins,
  lightModels,
}: SharedSceneOptions): SharedScene {
  const { values, status } = records
  // The key determines the kind.
  const shown = values.get('scene') as SceneRecord | undefined
  const tools = (values.get('tools') as ToolsRecord | undefined) ?? defaultTools
  const placement = values.get('placement') as PlacementRecord | undefined
  const [newestSubmitted] = submittedVersions(versions ?? [])
  const canPlace = can('place')
  const isEmpty = status === 'ready' && shown === undefined
  useEffect(() => {
    const asset = newestSubmitted?.assets[0]
    if (!isEmpty || !canPlace || !newestSubmitted || !asset) return
    void participation.records.set<'scene'>('scene', (current) => current ?? sceneRecordFor(newestSubmitted, asset.id))
  }, [participation, isEmpty, canPlace, newestSubmitted])
  const version = versions?.find(({ deliverableId }) => deliverableId === shown?.deliverableId)
  const t = useTranslations('rooms')
  const number = version?.number
  const previousNumber = versions?.find(({ deliverableId }) => deliverableId === shown?.previous?.deliverableId)?.number
  const newerVersion = findNewerVersion(versions ?? [], version)
  useAssetsOfSubmission(shown, versions && version?.draft === false)
  const { failed, loaded, loadedPreviousId, extent, facts, tolerance } = useSceneAssets(canvas, shown, lightModels)
  useEffect(() => canvas?.applyRecords(values), [canvas, values])
  const isBeside = shown?.compare === 'side' && shown.previous !== null && shown.previous.assetId === loadedPreviousId
  useEffect(() => {
    if (canvas && canPlace && isBeside) void participation.records.set<'scene'>('scene', clearFaces(canvas, placement))
  }, [participation, canvas, canPlace, isBeside, placement])
  useEffect(() => {
    if (number === undefined || previousNumber === undefined) return
    const nameOf = (one: number) => t('version.number', { number: one })
    canvas?.setVersionNames({ current: nameOf(number), previous: nameOf(previousNumber) })
  }, [canvas, number, previousNumber, t])
  const isReleased = version?.milestone.state === 'released'
  useEffect(() => canvas?.setLantern(isReleased), [canvas, isReleased])
  useEffect(() => {
    if (canvas && loaded) canvas.setPins(pins)
  }, [canvas, loaded, pins])
  const scaleFactor = extent && placement ? scaleFactorOf(placement.size, extent) : 1
  const variants = variantChoices(facts, shown, t)
  return { shown, version, previousNumber, newerVersion, variants, tools, placement, scaleFactor, failed, tolerance }
}

/**
 * Returns the change that gives the previous version another place beside an asset that was moved or resized, if it
 * would be too near to a face otherwise.
 */
function clearFaces(canvas: RoomCanvas, placement: PlacementRecord | undefined): RecordChange<'scene'> {
  return (current) => {
    if (current?.compare !== 'side') return undefined
    const beside = canvas.findBesidePlace(placement, current.beside)
    return beside && beside !== current.beside ? { ...current, beside } : undefined
  }
}

/**
 * Reads the assets in the scene again once their version is submitted: a guest may see them only then. `isSubmitted` is
 * undefined until the versions are loaded.
 */
function useAssetsOfSubmission(shown: SceneRecord | undefined, isSubmitted: boolean | undefined): void {
  const wasSubmitted = useRef<boolean>(undefined)
  const { assetId, previous } = shown ?? {}
  const previousId = previous?.assetId
  useEffect(() => {
    const isNew = wasSubmitted.current === false && isSubmitted === true
    wasSubmitted.current = isSubmitted
    if (!isNew) return
    for (const id of [assetId, previousId])
      // Also one that failed, as it does while the version is not submitted.
      if (id !== undefined) void invalidateKey([readAsset.path, { id }])
  }, [isSubmitted, assetId, previousId])
}
