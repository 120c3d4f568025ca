import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type DeviceKind } from '@veranda/contract/rooms/connection/messages.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { type Microphone } from '../../features/rooms/voice/microphone.ts'
import { type RoomApi } from '../../features/rooms/room-api.ts'
import { type RoomParticipation } from '../../features/rooms/connection/room-participation.ts'
import { type ScenePanelsProps } from '../../features/rooms/panels/scene-panels-props.ts'
import { RoomView } from '../../features/rooms/room-view.tsx'
import { useRoomConnectionState, useRoomParticipation } from '../../features/rooms/connection/use-room-participation.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

const ProjectChat = lazy(() =>
  import('../../features/conversations/project-chat.tsx').then((module) => ({ default: module.ProjectChat })),
)

/** Loaded only for users with a headset. */
const LazyScenePanels = lazy(() => import('./scene-panels.tsx').then((module) => ({ default: module.ScenePanels })))

// Load pin threads and decisions after entering: the room does not wait for them.
const loadReview = () => import('./room-review.tsx')
const LazyPins = lazy(() => loadReview().then((module) => ({ default: module.RoomPins })))
const LazyDecide = lazy(() => loadReview().then((module) => ({ default: module.RoomDecision })))
const LazyStepUp = lazy(() =>
  import('../../components/step-up/step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })),
)

type Props = {
  room: Room
  entry: { device: DeviceKind; muted: boolean; headset: boolean; microphone: Microphone }
  onLeave: () => void
}

/** Shows the room until the user leaves or is disconnected. */
export function JoinedRoom({ room, entry, onLeave }: Props) {
  const participation = useRoomParticipation(room.id, entry)
  if (!participation) return <Skeleton shape="block" height="420px" />
  return <JoinedRoomContent room={room} participation={participation} headset={entry.headset} onLeave={onLeave} />
}

const knownCloseReasons = ['removed', 'signed-out', 'full', 'flood', 'malformed', 'resumed', 'devices'] as const

type JoinedRoomContentProps = { room: Room; participation: RoomParticipation; headset: boolean; onLeave: () => void }

function JoinedRoomContent({ room, participation, headset, onLeave }: JoinedRoomContentProps) {
  const t = useTranslations('rooms')
  const connection = useRoomConnectionState(participation)
  if (connection.status === 'closed' && connection.closeReason !== undefined) {
    const { closeReason } = connection
    const reason = knownCloseReasons.find((candidate) => candidate === closeReason) ?? 'other'
    return (
      <Card>
        <EmptyState
          level={1}
          icon="headset"
          title={t(`out.${reason}`)}
          text=""
          actions={
            reason === 'removed' ? (
              <Button href="/dashboard">{t('absent.home')}</Button>
            ) : (
              <Button onClick={onLeave}>{t('out.again')}</Button>
            )
          }
        />
      </Card>
    )
  }
  return (
    <>
      <RoomView room={room} participation={participation} headset={headset} onLeave={onLeave} slots={slots} />
      <Suspense>
        <LazyStepUp />
      </Suspense>
    </>
  )
}

function Chat({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="360px" />}>
      <ProjectChat projectId={projectId} atSeq={undefined} />
    </Suspense>
  )
}

function Pins({ api }: { api: RoomApi }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="160px" />}>
      <LazyPins api={api} />
    </Suspense>
  )
}

function Decide({ api }: { api: RoomApi }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="120px" />}>
      <LazyDecide api={api} />
    </Suspense>
  )
}

function ScenePanels(props: ScenePanelsProps) {
  return (
    <Suspense>
      <LazyScenePanels {...props} />
    </Suspense>
  )
}

/** Components of other features in the room: pin threads, decision, chat, and all of them as panels. */
const slots = { Pins, Decide, Chat, ScenePanels }
