import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type RefObject, useEffect, useRef } from 'react'
import { MilestoneActions } from '../../features/commissions/milestone-actions.tsx'
import { PinPanel } from '../../features/commissions/pin-panel.tsx'
import { usePinReview } from '../../features/commissions/pin-review.ts'
import { viewerPins } from '../../features/commissions/pin-look.ts'
import { projectAddress } from '../../features/commissions/project-address.ts'
import { PinOnPart } from '../../features/rooms/pin-on-part.tsx'
import { type RoomApi } from '../../features/rooms/room-api.ts'
import { SeenPins } from '../../features/rooms/seen-pins.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'

/** The pins of what stands on the stage: parties have the threads, guests what was said. */
export function RoomPins({ api }: { api: RoomApi }) {
  const { commission, milestone, version } = useOnStage(api)
  const seen = useRef<string>(undefined)
  if (!commission || !milestone || !version) return <SeenPins api={api} />
  const of = { commission, milestone, version }
  return <PartyPins key={version.id} api={api} {...of} seen={seen} />
}

/** What a party may decide now, on the very version that stands before them. */
export function RoomDecide({ api }: { api: RoomApi }) {
  const t = useWords('rooms')
  const { commission, milestone, version } = useOnStage(api)
  if (!commission || !milestone) return null
  const due = milestone.deliverables.find(({ state }) => state === 'submitted')
  const standing = due?.id === version?.id
  if (!due || (standing && !api.former) || commission.part !== 'client') {
    return <MilestoneActions key={milestone.id} commission={commission} milestone={milestone} />
  }
  const show = api.show(due.id)
  const page = projectAddress(commission.projectId, 'milestones', { milestone: milestone.id })
  return (
    <Card padded title={t('decide.other', { number: due.number })}>
      <Stack gap={4}>
        <p>
          {standing
            ? t('decide.former.text', { shown: api.former?.number ?? 0, number: due.number })
            : t(show ? 'decide.other.text' : 'decide.other.flat', { shown: version?.number ?? 0, number: due.number })}
        </p>
        {show ? (
          <Button kind="filled" wide onClick={show}>
            {t('decide.other.show', { number: due.number })}
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

/** The version on the stage as its parties know it; nothing for guests. */
function useOnStage({ version: shown }: RoomApi) {
  const party = shown?.may.pin === true
  const { data } = useRead(readCommission, { params: { id: shown?.commissionId ?? '' } }, { enabled: party })
  const milestone = data?.milestones.find(({ id }) => id === shown?.milestone.id)
  const version = milestone?.deliverables.find(({ id }) => id === shown?.deliverableId)
  return party ? { commission: data, milestone, version } : {}
}

type PartyProps = {
  api: RoomApi
  commission: Commission
  milestone: Milestone
  version: Deliverable
  /** The pin whose view was brought back: another version under an open thread moves nobody. */
  seen: RefObject<string | undefined>
}

/** The threads of the project's page, tied to the stage: a press sets a pin, opening one brings its view back. */
function PartyPins({ api, commission, milestone, version, seen }: PartyProps) {
  const review = usePinReview(milestone, version)
  const { stage, hit, takeHit, pressedPin, setPins, workId } = api
  const { take, open, opened, pins, choose } = review
  const { id: reviewed } = review.work ?? {}
  useEffect(() => {
    // What is pinned is what stands on the stage.
    if (workId !== undefined && reviewed !== workId) choose(workId)
  }, [workId, reviewed, choose])
  useEffect(() => {
    if (!hit) return
    take(hit)
    takeHit()
    // The place is taken once; `take` is another function with every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hit])
  useEffect(() => {
    if (pressedPin !== undefined) open(pressedPin)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pressedPin])
  useEffect(() => {
    if (workId === undefined) return
    const shown = viewerPins(pins, { versionId: version.id, workId }, () => '')
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
  }, [pins, opened?.id, workId, version.id, setPins])
  const openedId = opened?.id
  const view = opened?.places.find(({ deliverableId }) => deliverableId === version.id)?.view
  useEffect(() => {
    if (!stage || openedId === seen.current) return
    seen.current = openedId
    if (view) stage.goTo(view)
  }, [stage, openedId, view, seen])
  return (
    <Stack gap={4}>
      {workId !== undefined && <PinOnPart workId={workId} stage={stage} onPlace={take} />}
      <PinPanel commission={commission} version={version} review={review} />
    </Stack>
  )
}
