import { readWork } from '@veranda/contract/works/routes.ts'
import { type StageRecord } from '@veranda/contract/rooms/records.ts'
import { toleranceOf } from '@veranda/core/works/facts.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { type RoomStage, type WorkSource } from '../../parts/room-stage.ts'

/**
 * Puts what the room has on its stage in sight; `light` where drawing is dear: the version made for headsets, which
 * has the same parts in few draws. A comparison reads part by part, and takes both as they are.
 */
export function useStageWorks(stage: RoomStage | undefined, shown: StageRecord | undefined, light: boolean) {
  const comparing = shown !== undefined && shown.compare !== 'none'
  const now = useSource(shown?.workId, light && !comparing)
  const former = useSource(comparing ? shown.former?.workId : undefined, false)
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
  return { failed, loaded, tolerance: now?.tolerance ?? 0 }
}

function useSource(workId: string | undefined, light: boolean): WorkSource | undefined {
  const { data } = useRead(readWork, { params: { id: workId ?? '' } }, { enabled: workId !== undefined })
  return useMemo(() => {
    const form = light && data?.headset ? 'headset' : 'model'
    const file = data?.[form]
    if (!data?.facts || !file || data.id !== workId) return undefined
    const parts = data.facts.parts.map(({ name }) => name)
    return { workId: data.id, url: file.url, parts, tolerance: toleranceOf(data.facts, form) }
  }, [data, workId, light])
}
