import { enterByInvite, readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type Device } from '@veranda/contract/rooms/wire.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useScreenName } from '../app/screen-name.ts'
import { Lobby } from '../features/rooms/lobby.tsx'
import { Microphone } from '../features/rooms/microphone.ts'
import { WhileInside } from '../features/rooms/while-inside.tsx'
import { useCommand } from '../lib/command.ts'
import { useFormat } from '../lib/format.ts'
import { serverNow } from '../lib/now.ts'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Reading } from '../parts/reading.tsx'
import { RoomInside } from './room/room-inside.tsx'

type Wish = { device: Device; muted: boolean; headset: boolean; microphone: Microphone }

/** A live room: its door, the lobby before it, and being inside. */
export function RoomScreen() {
  const t = useWords('rooms')
  const { id = '' } = useParams()
  const invited = useInvite(id)
  const room = useRead(readRoom, { params: { id } }, { enabled: invited.done, every: 30_000 })
  useScreenName(`/rooms/${id}`, room.data?.title)
  if (invited.refused) return <Closed title={t('invite.over')} text={t('invite.over.text')} />
  return (
    <Reading
      of={room}
      failed={t('failed')}
      shape={
        <div role="status" aria-label={t('loading')}>
          <Skeleton shape="block" height="420px" />
        </div>
      }
      absent={<Closed title={t('absent')} text={t('absent.text')} />}
    >
      {(data) => <Door key={data.id} room={data} />}
    </Reading>
  )
}

function Door({ room }: { room: Room }) {
  const [microphone, setMicrophone] = useState(() => new Microphone())
  const [wish, setWish] = useState<Wish>()
  const [entered, setEntered] = useState<string>()
  const [left, setLeft] = useState<string>()
  useEffect(() => () => microphone.end(), [microphone])

  function enter(chosen: Omit<Wish, 'microphone'>) {
    setEntered(new Date(serverNow()).toISOString())
    setLeft(undefined)
    setWish({ ...chosen, microphone })
  }

  function leave() {
    setLeft(entered)
    setWish(undefined)
    setMicrophone(new Microphone())
  }

  if (wish) return <RoomInside room={room} wish={wish} onLeave={leave} />
  return (
    <>
      {room.state === 'open' ? <Lobby room={room} microphone={microphone} onEnter={enter} /> : <Shut room={room} />}
      {left !== undefined && <WhileInside since={left} onClose={() => setLeft(undefined)} />}
    </>
  )
}

/** The room of a session before its time, and after. */
function Shut({ room }: { room: Room }) {
  const t = useWords('rooms')
  const format = useFormat()
  const more = room.booking
    ? { href: `/booking/confirm/${room.booking.id}`, label: t('to-booking') }
    : { href: `/projects/${room.id}`, label: t('to-project') }
  if (room.state === 'early' && room.opensAt !== null) {
    const relative = format.relative(room.opensAt, serverNow())
    const text = t('early.text', { time: format.time(room.opensAt) })
    return <Closed title={t('early', { relative })} text={text} more={more} />
  }
  return <Closed title={t('over')} text={t('over.text')} more={more} />
}

/** The token of an invitation stands behind the hash sign; it is used once and then leaves the address. */
function useInvite(id: string): { done: boolean; refused: boolean } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('invite'))
  const enter = useCommand(enterByInvite, { touches: [readRoom] })
  const { run } = enter
  useEffect(() => {
    if (token === null) return
    void run({ params: { id }, body: { token } })
    void navigate(`/rooms/${id}`, { replace: true })
    // Once, with what the address held at first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token])
  return { done: token === null || enter.reply !== undefined, refused: enter.problem !== undefined }
}

function Closed({ title, text, more }: { title: string; text: string; more?: { href: string; label: string } }) {
  const t = useWords('rooms')
  return (
    <Card>
      <EmptyState
        level={1}
        icon="headset"
        title={title}
        text={text}
        actions={<Button href={more?.href ?? '/dashboard'}>{more?.label ?? t('absent.home')}</Button>}
      />
    </Card>
  )
}
