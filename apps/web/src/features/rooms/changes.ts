import {
  type PlacementRecord,
  type RecordKind,
  type RecordValue,
  type StageRecord,
  type ToolsRecord,
} from '@veranda/contract/rooms/records.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'

/**
 * What is to become of a record: a value, nothing, or one made of what stands there when it is written, so that what
 * somebody else changed in another part of it meanwhile stays; undefined leaves it as it is.
 */
export type Change<Kind extends RecordKind> =
  | RecordValue[Kind]
  | null
  | ((now: RecordValue[Kind] | undefined) => RecordValue[Kind] | null | undefined)

/** Writes a record of the room, and says what was refused. Whether it was taken. */
export type Write = <Kind extends RecordKind>(key: string, change: Change<Kind>) => Promise<boolean>

export const plainTools: ToolsRecord = { explode: 0, section: null, wireframe: false, light: 'daylight', hidden: [] }

/** What can stand on the stage, where everybody sees it: all but drafts, which are their maker's alone. */
export function stageable(versions: readonly RoomVersion[]): RoomVersion[] {
  return versions.filter(({ draft }) => !draft)
}

/** What of it is newer than a version of the same milestone, the newest first; undefined when nothing is. */
export function newerOf(versions: readonly RoomVersion[], version: RoomVersion | undefined): RoomVersion | undefined {
  return stageable(versions).find(
    ({ milestone, number }) => version && milestone.id === version.milestone.id && number > version.number,
  )
}

/** The former versions of the same milestone that can stand beside a version. */
export function formersOf(versions: readonly RoomVersion[], version: RoomVersion | undefined): RoomVersion[] {
  return stageable(versions).filter(
    ({ milestone, number }) => version && milestone.id === version.milestone.id && number < version.number,
  )
}

/** One work of a version alone on the stage. */
export function showing({ deliverableId }: RoomVersion, workId: string): StageRecord {
  return { deliverableId, workId, former: null, compare: 'none', flipped: false }
}

/** What of a former version stands beside a work: the one of the same name, else its first. */
export function counterpart(former: RoomVersion, name: string | undefined): RoomVersion['works'][number] | undefined {
  return former.works.find((work) => work.name === name) ?? former.works[0]
}

/** Some of how the work is looked into; the rest stays. */
export function looking(part: Partial<ToolsRecord>): Change<'tools'> {
  return (now) => ({ ...plainTools, ...now, ...part })
}

/** Some of what stands on the stage; the rest stays, and an empty stage stays empty. */
export function staging(part: Partial<StageRecord>): Change<'stage'> {
  return (now) => now && { ...now, ...part }
}

/** Metres along an axis of the room (0 x, 1 y, 2 z), within its bounds; `from` is where it stands if nobody moved it. */
export function movedTo(axis: number, metres: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => {
    const position: PlacementRecord['position'] = [...now.position]
    position[axis] = Math.max(-32, Math.min(32, metres))
    return { ...now, position }
  }
}

/** Turned to an angle in radians, told within half a turn either way. */
export function turnedTo(angle: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => ({ ...now, yaw: Math.atan2(Math.sin(angle), Math.cos(angle)) })
}

/** As high as so many metres, within a centimetre and thirty metres. */
export function asHighAs(metres: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => ({ ...now, size: { kind: 'height', metres: Math.min(30, Math.max(0.01, metres)) } })
}
