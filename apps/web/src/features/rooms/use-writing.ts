import { type PlacementRecord, type RecordKind } from '@veranda/contract/rooms/records.ts'
import { type RefObject } from 'react'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { snackbars } from '../../parts/notices.ts'
import { type Change } from './changes.ts'
import { type RoomSession } from './room-session.ts'
import { type SceneHandle } from './scene-room.tsx'

/** How the page and the scene write what all share, and say what came of it, on the page and before a headset's eyes. */
export function useWriting(session: RoomSession, stage: RoomStage | undefined, scene: RefObject<SceneHandle | null>) {
  const t = useWords('rooms')

  function say(title: string, tone: 'error' | 'info' = 'info') {
    snackbars.add({ title, tone })
    scene.current?.say(title)
  }

  /** Whether it was taken. */
  async function write<Kind extends RecordKind>(key: string, change: Change<Kind>): Promise<boolean> {
    const problem = await session.log.set(key, change)
    if (problem) say(problem.message || t('failed'), 'error')
    return !problem
  }

  /** Let go of only once it is written; what was not taken goes back to where it stands for everybody. */
  async function putDown(placement: PlacementRecord) {
    const written = await write<'placement'>('placement', placement)
    session.line.say({ name: 'let-go', key: 'placement' })
    if (!written) stage?.stand()
  }

  return { say, write, putDown }
}
