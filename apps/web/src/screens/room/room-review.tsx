import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type RefObject, useEffect, useRef } from 'react'
import { OriginalFiles } from '../../features/commissions/deliverables/original-files.tsx'
import { MilestoneActions } from '../../features/commissions/milestones/milestone-actions.tsx'
import { PinPanel } from '../../features/commissions/pins/pin-panel.tsx'
import { usePinReview } from '../../features/commissions/pins/use-pin-review.ts'
import { toViewerPins } from '../../features/commissions/pins/pin-view-model.ts'
import { projectUrl } from '../../features/commissions/project-url.ts'
import { PinByPart } from '../../features/rooms/pins/pin-by-part.tsx'
import { type RoomApi } from '../../features/rooms/room-api.ts'
import { VersionPins } from '../../features/rooms/pins/version-pins.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { CommissionReviews } from '../commission-reviews.tsx'

/** Shows the pins of the version in the scene: threads for the parties, read-only for guests. */
export function RoomPins({ api }: { api: RoomApi }) {
  const { milestone, version } = useShownVersion(api)
  const viewedPin = useRef<string>(undefined)
  if (!milestone || !version) return <VersionPins api={api} />
  const of = { milestone, version }
  return <PartyPins key={version.id} api={api} {...of} seen={viewedPin} />
}

/** Shows what a party may decide now, for the exact version in the scene. */
export function RoomDecision({ api }: { api: RoomApi }) {
  const t = useTranslations('rooms')
  const { commission, milestone, version } = useShownVersion(api)
  if (!commission || !milestone) return null
  const submitted = milestone.deliverables.find(
    ({ actions }) => actions.includes('approve') || actions.includes('request-changes'),
  )
  const isShown = submitted?.id === version?.id
  if (!submitted || (isShown && !api.visiblePrevious)) {
    return (
      <Stack gap={4}>
        <MilestoneActions key={milestone.id} commission={commission} milestone={milestone} />
        {milestone.state === 'released' && (
          <>
            <OriginalFiles milestone={milestone} />
            <CommissionReviews commission={commission} />
          </>
        )}
      </Stack>
    )
  }
  const showSubmitted = api.showVersionAction(submitted.id)
  const page = projectUrl(commission.projectId, 'milestones', { milestone: milestone.id })
  return (
    <Card padded title={t('decide.other', { number: submitted.number })}>
      <Stack gap={4}>
        <p>
          {isShown
            ? t('decide.former.text', { shown: api.visiblePrevious?.number ?? 0, number: submitted.number })
            : t(showSubmitted ? 'decide.other.text' : 'decide.other.flat', {
                shown: version?.number ?? 0,
                number: submitted.number,
              })}
        </p>
        {showSubmitted ? (
          <Button kind="filled" wide onClick={showSubmitted}>
            {t('decide.other.show', { number: submitted.number })}
          </Button>
        ) : (
          <Button wide href={page}>
            {t('decide.other.page')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** Returns the version in the scene with its milestone and commission; empty for guests. */
function useShownVersion({ version: shown }: RoomApi) {
  const isParty = shown?.actions.includes('pin') === true
  const { data } = useRead(readCommission, { params: { id: shown?.commissionId ?? '' } }, { enabled: isParty })
  const milestone = data?.milestones.find(({ id }) => id === shown?.milestone.id)
  const version = milestone?.deliverables.find(({ id }) => id === shown?.deliverableId)
  return isParty ? { commission: data, milestone, version } : {}
}

type PartyProps = {
  api: RoomApi
  milestone: Milestone
  version: Deliverable
  /** The pin whose viewpoint was restored: another version under an open thread does not move the camera. */
  seen: RefObject<string | undefined>
}

/** Connects the project page's threads to the canvas: a press sets a pin, opening one restores its viewpoint. */
function PartyPins({ api, milestone, version, seen: viewedPin }: PartyProps) {
  const review = usePinReview(milestone, version)
  const { canvas, pickedPoint, clearPickedPoint, pressedPinId, setPins, assetId } = api
  const { take, open, opened, pins, choose } = review
  const { id: reviewedAssetId } = review.asset ?? {}
  useEffect(() => {
    // Pins belong to the asset in the scene.
    if (assetId !== undefined && reviewedAssetId !== assetId) choose(assetId)
  }, [assetId, reviewedAssetId, choose])
  useEffect(() => {
    if (!pickedPoint) return
    take(pickedPoint)
    clearPickedPoint()
    // The point is taken once; `take` is a new function on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pickedPoint])
  useEffect(() => {
    if (pressedPinId !== undefined) open(pressedPinId)
    // Each press opens the pin once; `open` is a new function on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pressedPinId])
  useEffect(() => {
    if (assetId === undefined) return
    const shown = toViewerPins(pins, { versionId: version.id, assetId }, () => '')
    setPins(
      shown.map(({ id, number, part, position, look }) => ({
        id,
        number,
        part,
        position,
        look,
        chosen: id === opened?.id,
      })),
    )
  }, [pins, opened?.id, assetId, version.id, setPins])
  const openedId = opened?.id
  const view = opened?.places.find(({ deliverableId }) => deliverableId === version.id)?.view
  useEffect(() => {
    if (!canvas || openedId === viewedPin.current) return
    viewedPin.current = openedId
    if (view) canvas.goToViewpoint(view)
  }, [canvas, openedId, view, viewedPin])
  return (
    <Stack gap={4}>
      {assetId !== undefined && <PinByPart assetId={assetId} canvas={canvas} onPlace={take} />}
      <PinPanel version={version} review={review} />
    </Stack>
  )
}
