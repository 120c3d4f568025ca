import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type Device } from '@veranda/contract/rooms/wire.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { type ComponentProps, lazy, Suspense } from 'react'
import { type Microphone } from '../../features/rooms/microphone.ts'
import { type RoomApi } from '../../features/rooms/room-api.ts'
import { type RoomSession } from '../../features/rooms/room-session.ts'
import { RoomView } from '../../features/rooms/room-view.tsx'
import { useLine, useRoomSession } from '../../features/rooms/use-room-session.ts'
import { useWords } from '../../lib/words.ts'

const ProjectChat = lazy(() =>
  import('../../features/conversations/project-chat.tsx').then((module) => ({ default: module.ProjectChat })),
)

const LazySceneChat = lazy(() =>
  import('../../features/conversations/scene-chat.tsx').then((module) => ({ default: module.SceneChat })),
)

// What the project's page knows of pins and decisions comes once one is inside: the room stands before it.
const review = () => import('./room-review.tsx')
const LazyPins = lazy(() => review().then((module) => ({ default: module.RoomPins })))
const LazyDecide = lazy(() => review().then((module) => ({ default: module.RoomDecide })))
const LazyConfirm = lazy(() =>
  import('../../parts/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

type Props = {
  room: Room
  wish: { device: Device; muted: boolean; headset: boolean; microphone: Microphone }
  onLeave: () => void
}

/** Inside, until one leaves or the door closes behind one. */
export function RoomInside({ room, wish, onLeave }: Props) {
  const session = useRoomSession(room.id, wish)
  if (!session) return <Skeleton shape="block" height="420px" />
  return <Inside room={room} session={session} headset={wish.headset} onLeave={onLeave} />
}

const said = ['removed', 'signed-out', 'full', 'flood', 'malformed', 'resumed', 'devices'] as const

type InsideProps = { room: Room; session: RoomSession; headset: boolean; onLeave: () => void }

function Inside({ room, session, headset, onLeave }: InsideProps) {
  const t = useWords('rooms')
  const { status, why } = useLine(session)
  if (status === 'out' && why !== undefined) {
    const known = said.find((one) => one === why) ?? 'other'
    return (
      <Card>
        <EmptyState
          level={1}
          icon="headset"
          title={t(`out.${known}`)}
          text=""
          actions={
            known === 'removed' ? (
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
      <RoomView room={room} session={session} headset={headset} onLeave={onLeave} slots={slots} />
      <Suspense>
        <LazyConfirm />
      </Suspense>
    </>
  )
}

function Chat({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="360px" />}>
      <ProjectChat projectId={projectId} at={undefined} />
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

function SceneChat(props: ComponentProps<typeof LazySceneChat>) {
  return (
    <Suspense>
      <LazySceneChat {...props} />
    </Suspense>
  )
}

/** What other features show in the room: the pins' threads, the decision, the chat. */
const slots = { Pins, Decide, Chat, SceneChat }
