import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { findVariant, deviationOf } from '@veranda/core/assets/model-facts.ts'
import { type Bounds } from '@veranda/core/rooms/records/placement.ts'
import { useEffect, useMemo, useState } from 'react'
import { markAssetSeen } from '../../../components/assets/seen-assets.ts'
import { type RoomCanvas, type AssetSource } from '../../../three/room/room-canvas.ts'
import { useAsset } from '../../../components/assets/use-asset.ts'

/**
 * Loads the assets in the scene into the canvas. `lightModels` uses the headset rendition, which has the same parts in
 * fewer draw calls, if possible with textures that stay compressed on the graphics card; a device that cannot unpack
 * them gets the others. Comparisons need the full models, and so does a variant that an older headset rendition lacks.
 */
export function useSceneAssets(canvas: RoomCanvas | undefined, shown: SceneRecord | undefined, lightModels: boolean) {
  const comparing = shown !== undefined && shown.compare !== 'none'
  const [unreadableUrl, setUnreadableUrl] = useState<string>()
  const { data: shownAsset } = useAsset(shown?.assetId)
  const facts = (shownAsset?.id === shown?.assetId && shownAsset?.facts) || undefined
  const showsVariant = facts !== undefined && findVariant(facts, shown?.variant) !== undefined
  const lacksVariant = showsVariant && Boolean(shownAsset?.headset) && facts.headsetHasVariants !== true
  const shownSource = useAssetSource(shown, lightModels && !comparing && !lacksVariant, unreadableUrl)
  const previousSource = useAssetSource(comparing ? shown.previous : undefined, false)
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const [loadedPreviousId, setLoadedPreviousId] = useState<string>()
  const [extent, setExtent] = useState<Bounds>()
  const sourceToShow =
    shown?.previous && shown.compare !== 'none' && previousSource === undefined ? undefined : shownSource
  useEffect(() => {
    if (!canvas || !sourceToShow) return
    let active = true
    canvas.setAsset(sourceToShow, previousSource).then(
      () => {
        if (!active) return
        setFailed(false)
        setLoaded(true)
        setLoadedPreviousId(previousSource?.assetId)
        setExtent(canvas.extent())
        markAssetSeen(sourceToShow.assetId)
      },
      (error: unknown) => {
        console.warn('room asset failed to load', error)
        if (!active) return
        if (sourceToShow.hasCompressedTextures) setUnreadableUrl(sourceToShow.url)
        else setFailed(true)
      },
    )
    return () => {
      active = false
    }
  }, [canvas, sourceToShow, previousSource])
  return { failed, loaded, loadedPreviousId, extent, facts, tolerance: shownSource?.tolerance ?? 0 }
}

type ShownAsset = Pick<SceneRecord, 'deliverableId' | 'assetId'>

function useAssetSource(
  shown: ShownAsset | null | undefined,
  lightModels: boolean,
  unreadableUrl?: string,
): (AssetSource & { readonly hasCompressedTextures: boolean }) | undefined {
  const { deliverableId, assetId } = shown ?? {}
  const { data } = useAsset(assetId)
  return useMemo(() => {
    const rendition = lightModels && data?.headset ? 'headset' : 'model'
    const compressed = lightModels && data?.compressed?.url !== unreadableUrl ? data?.compressed : null
    const file = compressed ?? data?.[rendition]
    if (!data?.facts || !file || data.id !== assetId || deliverableId === undefined) return undefined
    const parts = data.facts.parts.map(({ name }) => name)
    const tolerance = deviationOf(data.facts, rendition)
    const hasCompressedTextures = file === compressed
    const bounds = data.facts.box
    return { assetId: data.id, deliverableId, url: file.url, parts, tolerance, bounds, hasCompressedTextures }
  }, [data, deliverableId, assetId, lightModels, unreadableUrl])
}
