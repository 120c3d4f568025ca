import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { useEffect, useEffectEvent } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { type WorkTold } from './room-log.ts'
import { type RoomSession } from './room-session.ts'

type Given = {
  session: RoomSession
  me: number | undefined
  /** A newer version than the one on the stage. */
  newer: RoomVersion | undefined
  versions: readonly RoomVersion[] | undefined
  /** Goes to somebody who asked all to come. */
  onGo: (slot: number) => void
  /** Somebody asked all to come, or nobody does any more. */
  onGathered: (by: { slot: number; name: string }) => void
  /** A version was approved, said to who looks on; who takes part hears it from their own notifications. */
  onApproved: (said: string) => void
}

/** Says who comes and goes, once a person and not for each of their devices; who asks all to come; what came newly. */
export function useAnnouncements({ session, me, newer, versions, onGo, onGathered, onApproved }: Given): void {
  const t = useWords('rooms')
  const gathered = useEffectEvent((slot: number, name: string) => {
    onGathered({ slot, name })
    const action = { label: t('people.gathered.go'), onPress: () => onGo(slot) }
    snackbars.add({ key: 'room-gathered', title: t('people.gathered', { name }), timeout: 15_000, action })
  })
  useEffect(() => {
    let known = session.line.state.get().members
    return session.line.onTell((told) => {
      const { members } = session.line.state.get()
      const before = known
      known = members
      if (told.name === 'gather') gathered(told.by, members.get(told.by)?.label ?? '')
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

  const decided = useEffectEvent(({ what, milestoneId }: WorkTold) => {
    const seen = versions?.find(({ milestone }) => milestone.id === milestoneId)
    if (what !== 'approved' || !seen || seen.may.pin) return
    const title = t('work.approved', { milestone: seen.milestone.title })
    snackbars.add({ key: 'room-approved', title, tone: 'success' })
    onApproved(title)
  })
  useEffect(() => session.log.onWork(decided), [session])

  const came = newer && t('work.newer', { number: newer.number, milestone: newer.milestone.title })
  useEffect(() => {
    if (came !== undefined) snackbars.add({ key: 'room-newer', title: came })
  }, [came])
}
