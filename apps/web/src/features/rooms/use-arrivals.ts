import { useEffect } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { type RoomSession } from './room-session.ts'

/** Says who comes and goes, once a person and not for each of their devices. */
export function useArrivals(session: RoomSession, me: number | undefined): void {
  const t = useWords('rooms')
  useEffect(() => {
    let known = session.line.state.get().members
    return session.line.onTell((told) => {
      const { members } = session.line.state.get()
      const before = known
      known = members
      if (told.name === 'came' && told.member.slot !== me) {
        const first = !Array.from(before.values()).some(({ personId }) => personId === told.member.personId)
        if (first) snackbars.add({ title: t('people.came', { name: told.member.label }) })
      }
      if (told.name === 'left') {
        const gone = before.get(told.slot)
        const last = gone && !Array.from(members.values()).some(({ personId }) => personId === gone.personId)
        if (last) snackbars.add({ title: t('people.left', { name: gone.label }) })
      }
    })
  }, [session, me, t])
}
