import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { addPin, listPins, placePin } from '@veranda/contract/commissions/pins/routes.ts'
import { pinUpdate } from '@veranda/contract/commissions/pins/events.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { on, onResume } from '../../../lib/realtime.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { toPinAnchor } from '../../../components/pin-anchor.ts'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { modelAssetsOf, placeOnVersion } from './pin-view-model.ts'

export type PinReview = ReturnType<typeof usePinReview>

/** Holds the pin review of a milestone version: which pin is open, which is being placed, and on which asset. */
export function usePinReview(milestone: Milestone, version: Deliverable | undefined) {
  const t = useTranslations('commissions/pins')
  const [params, setParams] = useSearchParams()
  const assets = modelAssetsOf(version)
  const read = useRead(listPins, { params: { id: milestone.id } }, { enabled: assets.length > 0 })
  const [draft, setDraft] = useState<AnchorPoint>()
  const [replacing, setReplacing] = useState<Pin>()
  const [chosenAssetId, setChosenAssetId] = useState<string>()
  const pins = read.data?.items ?? []
  useEffect(() => {
    const unsubscribers = [
      on('pin_update', pinUpdate, () => void invalidateReads(listPins)),
      onResume(() => void invalidateReads(listPins)),
    ]
    return () => unsubscribers.forEach((end) => end())
  }, [])
  const opened = pins.find(({ id }) => id === params.get('pin'))
  const openedPlace = opened && placeOnVersion(opened, version?.id)
  const asset =
    assets.find(({ id }) => id === chosenAssetId) ?? assets.find(({ id }) => id === openedPlace?.assetId) ?? assets[0]
  const addCommand = useCommand(addPin, {
    idempotent: true,
    invalidates: [listPins],
    onDone: (pin) => {
      setDraft(undefined)
      snackbars.add({ title: t('new.saved', { number: pin.number }), tone: 'success' })
    },
  })
  const placeCommand = useCommand(placePin, {
    invalidates: [listPins],
    onDone: (pin) => {
      setReplacing(undefined)
      snackbars.add({ title: t('place.done', { number: pin.number }), tone: 'success' })
    },
  })

  function open(id: string | undefined) {
    const next = new URLSearchParams(params)
    if (id === undefined) next.delete('pin')
    else next.set('pin', id)
    const place = pins.find((pin) => pin.id === id)
    setChosenAssetId(place && placeOnVersion(place, version?.id)?.assetId)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  function placeAt(place: AnchorPoint) {
    if (!replacing || !version || !asset) return setDraft(place)
    const anchor = toPinAnchor(place, version.id, asset.id)
    void placeCommand.run({ params: { id: replacing.id }, body: { ...anchor, expected: replacing.version } })
  }

  function save(text: string, change: boolean, voice: string | undefined) {
    if (!draft || !version || !asset) return
    const anchor = toPinAnchor(draft, version.id, asset.id)
    void addCommand.run({
      params: { id: milestone.id },
      body: { ...anchor, text, change, ...(voice === undefined ? {} : { voice }) },
    })
  }

  return {
    read,
    pins,
    assets,
    asset,
    choose: setChosenAssetId,
    opened,
    open,
    draft,
    discard: () => setDraft(undefined),
    take: placeAt,
    save,
    add: addCommand,
    replacing,
    replace: setReplacing,
    move: placeCommand,
  }
}
