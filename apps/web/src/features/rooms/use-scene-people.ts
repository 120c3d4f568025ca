import { changeRoomPerson, readRoom, removeRoomPerson } from '@veranda/contract/rooms/routes.ts'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { type RoomSession } from './room-session.ts'
import { type WithPeople } from './scene-people.ts'

type Given = {
  roomId: string
  session: RoomSession
  following: number | undefined
  follow: (slot: number | undefined) => void
  say: (text: string) => void
  /** Somebody was taken out. */
  gone: () => void
}

/** What one may do with people from inside a headset; the same commands as on the page. */
export function useScenePeople({ roomId, session, following, follow, say, gone }: Given): WithPeople {
  const t = useWords('rooms')
  const textOf = useProblemText()
  const { user } = useSession()
  const speaking = useStore(session.speaking)
  // How loud somebody is for one is kept by the voices, which tell nobody.
  const [, setLoud] = useState(0)
  const change = useCommand(changeRoomPerson, { touches: [readRoom] })
  const remove = useCommand(removeRoomPerson, { touches: [readRoom] })

  async function makeHost(personId: string, host: boolean) {
    const body = { role: host ? ('host' as const) : ('guest' as const) }
    const outcome = await change.run({ params: { id: roomId, personId }, body })
    if (!outcome.ok) say(textOf(outcome.problem))
  }

  async function takeOut(personId: string) {
    const name = Array.from(session.line.state.get().members.values()).find((one) => one.personId === personId)?.label
    const outcome = await remove.run({ params: { id: roomId, personId } })
    if (outcome.ok) gone()
    say(outcome.ok ? t('people.remove.done', { name: name ?? '' }) : textOf(outcome.problem))
  }

  return {
    me: user?.id,
    following,
    follow,
    speaking,
    volume: (personId) => session.voices.volume(personId),
    setVolume(personId, volume) {
      session.voices.setVolume(personId, volume)
      setLoud(volume)
    },
    gather() {
      if (session.line.say({ name: 'gather' })) say(t('people.gather.done'))
    },
    silence: (personId, silenced) => void session.line.say({ name: 'silence', personId, silenced }),
    makeHost: (personId, host) => void makeHost(personId, host),
    remove: (personId) => void takeOut(personId),
  }
}
