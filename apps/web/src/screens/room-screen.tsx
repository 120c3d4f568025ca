import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type DeviceKind } from '@veranda/contract/rooms/connection/messages.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useScreenTitle } from '../app/screen-title.ts'
import { Lobby } from '../features/rooms/access/lobby.tsx'
import { roomHome } from '../features/rooms/access/room-home.ts'
import { useRoomInvite } from '../features/rooms/access/use-room-invite.ts'
import { useRoomRefresh } from '../features/rooms/access/use-room-refresh.ts'
import { Microphone } from '../features/rooms/voice/microphone.ts'
import { useFormat } from '../lib/i18n/format.ts'
import { serverNow } from '../lib/realtime/server-clock.ts'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import { JoinedRoom } from './room/joined-room.tsx'
import { VerandaStill } from './room/veranda-still.tsx'

const MissedNotifications = lazy(() =>
  import('../features/rooms/presence/missed-notifications.tsx').then((module) => ({
    default: module.MissedNotifications,
  })),
)

type EntryOptions = { device: DeviceKind; muted: boolean; headset: boolean; microphone: Microphone }

/** Shows a live room: its entrance, the lobby and the room itself. */
export function RoomScreen() {
  const t = useTranslations('rooms')
  const { id = '' } = useParams()
  const invite = useRoomInvite(id)
  const [isInside, setIsInside] = useState(false)
  const room = useRead(readRoom, { params: { id } }, { enabled: invite.done })
  useRoomRefresh(room.data)
  useScreenTitle(`/rooms/${id}`, room.data?.title)
  if (invite.refused) return <RoomEmptyState title={t('invite.over')} text={t('invite.over.text')} />
  return (
    <QueryBoundary
      query={room}
      errorTitle={t('failed')}
      skeleton={
        <div role="status" aria-label={t('loading')}>
          <Skeleton shape="block" height="420px" />
        </div>
      }
      // A user who was removed from the room can no longer read it. The open room explains what happened until they leave.
      notFound={isInside ? undefined : <RoomEmptyState title={t('absent')} text={t('absent.text')} />}
    >
      {(data) => <RoomEntrance key={data.id} room={data} onInsideChange={setIsInside} />}
    </QueryBoundary>
  )
}

function RoomEntrance({ room, onInsideChange }: { room: Room; onInsideChange: (inside: boolean) => void }) {
  const [microphone, setMicrophone] = useState(() => new Microphone())
  const [entry, setEntry] = useState<EntryOptions>()
  const [enteredAt, setEnteredAt] = useState<string>()
  const [missedSince, setMissedSince] = useState<string>()
  useEffect(() => () => microphone.dispose(), [microphone])

  function enter(options: Omit<EntryOptions, 'microphone'>) {
    setEnteredAt(new Date(serverNow()).toISOString())
    setMissedSince(undefined)
    setEntry({ ...options, microphone })
    onInsideChange(true)
  }

  function leave() {
    setMissedSince(enteredAt)
    setEntry(undefined)
    onInsideChange(false)
    setMicrophone(new Microphone())
    // The button that left is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  if (entry) return <JoinedRoom room={room} entry={entry} onLeave={leave} />
  return (
    <>
      {room.state === 'open' ? (
        <Lobby room={room} microphone={microphone} still={<VerandaStill />} onEnter={enter} />
      ) : (
        <ClosedRoom room={room} />
      )}
      {missedSince !== undefined && (
        <Suspense>
          <MissedNotifications since={missedSince} onClose={() => setMissedSince(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Shows that a room is not open yet, or is over. */
function ClosedRoom({ room }: { room: Room }) {
  const t = useTranslations('rooms')
  const format = useFormat()
  const { href, label } = roomHome(room)
  const link = { href, label: t(label) }
  if (room.state === 'early') {
    const relative = format.relative(room.opensAt, serverNow())
    const text = t('early.text', { time: format.time(room.opensAt) })
    return <RoomEmptyState title={t('early', { relative })} text={text} more={link} />
  }
  return <RoomEmptyState title={t('over')} text={t('over.text')} more={link} />
}

function RoomEmptyState({
  title,
  text,
  more: link,
}: {
  title: string
  text: string
  more?: { href: string; label: string }
}) {
  const t = useTranslations('rooms')
  return (
    <Card>
      <EmptyState
        level={1}
        icon="headset"
        title={title}
        text={text}
        actions={<Button href={link?.href ?? '/dashboard'}>{link?.label ?? t('absent.home')}</Button>}
      />
    </Card>
  )
}
