import { readWork } from '@veranda/contract/works/routes.ts'
import { type StageRecord } from '@veranda/contract/rooms/records.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { type RoomStage, type WorkSource } from '../../parts/room-stage.ts'

/** Puts what the room has on its stage in sight. */
export function useStageWorks(stage: RoomStage | undefined, shown: StageRecord | undefined) {
  const now = useSource(shown?.workId)
  const former = useSource(shown && shown.compare !== 'none' ? shown.former?.workId : undefined)
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const wanted = shown?.former && shown.compare !== 'none' && former === undefined ? undefined : now
  useEffect(() => {
    if (!stage || !wanted) return
    let there = true
    stage.setWork(wanted, former).then(
      () => {
        if (!there) return
        setFailed(false)
        setLoaded(true)
      },
      (error: unknown) => {
        console.warn('the work could not be put on the stage', error)
        if (there) setFailed(true)
      },
    )
    return () => {
      there = false
    }
  }, [stage, wanted, former])
  return { failed, loaded }
}

function useSource(workId: string | undefined): WorkSource | undefined {
  const { data } = useRead(readWork, { params: { id: workId ?? '' } }, { enabled: workId !== undefined })
  return useMemo(() => {
    const file = data?.model
    if (!data?.facts || !file || data.id !== workId) return undefined
    const { parts, tolerance } = data.facts
    return { workId: data.id, url: file.url, parts: parts.map(({ name }) => name), tolerance }
  }, [data, workId])
}
