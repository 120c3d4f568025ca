import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { toReviewedVersion } from '../reviewed-version.ts'
import { modelAssetsOf, placeOnVersion } from './pin-view-model.ts'
import { usePins } from './use-pins.ts'

export type PinReview = ReturnType<typeof usePinReview>

/**
 * The pins of a version on a page: the open thread is in the address, and a picked point becomes a draft. What was made
 * is in sight, so it is only announced; what was removed is a snackbar with its undo.
 */
export function usePinReview(milestone: Milestone, version: Deliverable | undefined) {
  const c = useTranslations('common')
  const [params, setParams] = useSearchParams()
  const assets = modelAssetsOf(version)
  const [draft, setDraft] = useState<AnchorPoint>()
  const [announcement, setAnnouncement] = useState('')
  const [chosenAssetId, setChosenAssetId] = useState<string>()
  const openedId = params.get('pin') ?? undefined
  const [openedAssetId, setOpenedAssetId] = useState<string>()
  const asset =
    assets.find(({ id }) => id === chosenAssetId) ?? assets.find(({ id }) => id === openedAssetId) ?? assets[0]
  const pins = usePins(version && toReviewedVersion(milestone, version), {
    enabled: assets.length > 0,
    assetId: asset?.id,
    openedId,
    announce(title, undo) {
      if (undo) snackbars.add({ title, action: { label: c('undo'), onPress: undo } })
      else setAnnouncement(title)
    },
  })
  // A thread that is open when the page loads shows the asset its pin is on.
  const assetOfOpened = pins.opened && placeOnVersion(pins.opened, version?.id)?.assetId
  if (assetOfOpened !== openedAssetId) setOpenedAssetId(assetOfOpened)

  function open(id: string | undefined) {
    const next = new URLSearchParams(params)
    if (id === undefined) next.delete('pin')
    else next.set('pin', id)
    const pin = pins.pins.find((one) => one.id === id)
    setChosenAssetId(pin && placeOnVersion(pin, version?.id)?.assetId)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return {
    ...pins,
    /** Tells screen readers what was made last. */
    announcement,
    assets,
    asset,
    choose: setChosenAssetId,
    open,
    draft,
    discard: () => setDraft(undefined),
    /** Takes a picked point: the place of the pin that is being placed again, or the draft of a new one. */
    take(point: AnchorPoint) {
      if (pins.replacing) void pins.placeAt(point)
      else setDraft(point)
    },
    async save(text: string, change: boolean, voice: string | undefined) {
      if (!draft) return
      const added = await pins.add(draft, { text, change, ...(voice === undefined ? {} : { voice }) })
      if (added) setDraft(undefined)
    },
  }
}
