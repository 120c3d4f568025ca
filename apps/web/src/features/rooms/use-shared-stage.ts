import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PlacementRecord, type StageRecord, type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { useEffect } from 'react'
import { type RoomPin, type RoomStage } from '../../parts/room-stage.ts'
import { newerOf, plainTools, showing, stageable } from './changes.ts'
import { type LogState } from './room-log.ts'
import { type RoomSession } from './room-session.ts'
import { useStageWorks } from './use-stage-works.ts'

export type SharedStage = {
  readonly shown: StageRecord | undefined
  readonly version: RoomVersion | undefined
  /** A newer version of the same milestone than the one on the stage. */
  readonly newer: RoomVersion | undefined
  readonly tools: ToolsRecord
  readonly placement: PlacementRecord | undefined
  readonly failed: boolean
  /** How far what is shown here may lie from its original, in metres. */
  readonly tolerance: number
}

type Given = {
  stage: RoomStage | undefined
  session: RoomSession
  log: LogState
  versions: readonly RoomVersion[] | undefined
  mayHost: boolean
  pins: readonly RoomPin[]
  /** The lighter model is shown here, where there is one. */
  light: boolean
}

/** What all see on the stage, by the room's records. The first host in an empty room puts the newest submitted version there. */
export function useSharedStage({ stage, session, log, versions, mayHost, pins, light }: Given): SharedStage {
  const { values, status } = log
  // By its key a record has its kind.
  const shown = values.get('stage') as StageRecord | undefined
  const tools = (values.get('tools') as ToolsRecord | undefined) ?? plainTools
  const placement = values.get('placement') as PlacementRecord | undefined
  const [first] = stageable(versions ?? [])
  const empty = status === 'ready' && shown === undefined
  useEffect(() => {
    const work = first?.works[0]
    if (!empty || !mayHost || !first || !work) return
    void session.log.set<'stage'>('stage', (now) => now ?? showing(first, work.id))
  }, [session, empty, mayHost, first])
  const version = versions?.find(({ deliverableId }) => deliverableId === shown?.deliverableId)
  const newer = newerOf(versions ?? [], version)
  const { failed, loaded, tolerance } = useStageWorks(stage, shown, light)
  useEffect(() => stage?.apply(values), [stage, values])
  useEffect(() => {
    if (stage && loaded) stage.setPins(pins)
  }, [stage, loaded, pins])
  return { shown, version, newer, tools, placement, failed, tolerance }
}
