import { useEffect } from 'react'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type LineState } from './room-line.ts'
import { type RoomSession } from './room-session.ts'

/** Ties the stage to the room's line: who is here, how they move, who has a hand on the work, where voices come from. */
export function useStageLine(stage: RoomStage | undefined, session: RoomSession, line: LineState): void {
  const { slot, members, holds } = line
  useEffect(() => {
    session.attach(stage)
    return () => session.attach(undefined)
  }, [session, stage])
  useEffect(() => session.line.onBatch((batch) => stage?.hear(batch)), [session, stage])
  useEffect(() => {
    if (slot !== undefined) stage?.setMe(slot)
    stage?.setMembers([...members.values()])
  }, [stage, slot, members])
  useEffect(() => stage?.held(holds.get('placement')), [stage, holds])
  useEffect(
    () =>
      session.line.onTell((told) => {
        if (told.name === 'drag') stage?.dragged(told.placement)
      }),
    [session, stage],
  )
}
