import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import {
  type PlacementRecord,
  type RecordKind,
  type RecordValue,
  type SceneRecord,
  type ToolsRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'

/**
 * A change of a record: a value, null to delete it, or a function of the current value at the time of writing, which
 * keeps what others changed in the meantime. Undefined leaves the record as it is.
 */
export type RecordChange<Kind extends RecordKind> =
  | RecordValue[Kind]
  | null
  | ((current: RecordValue[Kind] | undefined) => RecordValue[Kind] | null | undefined)

/** Writes a record of the room and reports a refusal. Resolves to true if it was accepted. */
export type WriteRecord = <Kind extends RecordKind>(key: string, change: RecordChange<Kind>) => Promise<boolean>

/** The axes of the room, in the order of a position. */
export const roomAxes = ['x', 'y', 'z'] as const

/** Returns the versions that may be shown to everyone: all but drafts. */
export function submittedVersions(versions: readonly RoomVersion[]): RoomVersion[] {
  return versions.filter(({ draft }) => !draft)
}

/** Returns the newest version of the same milestone that is newer than this one, or undefined. */
export function findNewerVersion(
  versions: readonly RoomVersion[],
  version: RoomVersion | undefined,
): RoomVersion | undefined {
  return submittedVersions(versions).find(
    ({ milestone, number }) => version && milestone.id === version.milestone.id && number > version.number,
  )
}

/** Returns the earlier versions of the same milestone that this one can be compared with. */
export function findPreviousVersions(
  versions: readonly RoomVersion[],
  version: RoomVersion | undefined,
): RoomVersion[] {
  return submittedVersions(versions).filter(
    ({ milestone, number }) => version && milestone.id === version.milestone.id && number < version.number,
  )
}

/** Returns the record that shows one asset of a version alone. */
export function sceneRecordFor({ deliverableId }: RoomVersion, assetId: string): SceneRecord {
  return { deliverableId, assetId, previous: null, compare: 'none', flipped: false }
}

/** Returns the asset of a previous version to compare with: the one of the same name, else the first. */
export function findCounterpart(
  previous: RoomVersion,
  name: string | undefined,
): RoomVersion['assets'][number] | undefined {
  return previous.assets.find((asset) => asset.name === name) ?? previous.assets[0]
}

/** Changes some of the tools and keeps the rest. */
export function updateTools(part: Partial<ToolsRecord>): RecordChange<'tools'> {
  return (current) => ({ ...defaultTools, ...current, ...part })
}

/**
 * Changes how two versions are compared. Side by side, the previous one gets the place that `findPlace` returns, clear
 * of everybody's face.
 */
export function changeCompareMode(
  compare: SceneRecord['compare'],
  findPlace: (() => SceneRecord['beside']) | undefined,
): RecordChange<'scene'> {
  const beside = compare === 'side' ? findPlace?.() : undefined
  return updateScene({ compare, ...(beside ? { beside } : {}) })
}

/** Changes part of the scene record and keeps the rest; an empty scene stays empty. */
export function updateScene(part: Partial<SceneRecord>): RecordChange<'scene'> {
  return (current) => current && { ...current, ...part }
}

/**
 * Moves the model to a position in metres along an axis of the room (0 x, 1 y, 2 z), within its bounds; `fallback` is
 * the placement if there is no record.
 */
export function moveAlongAxis(axis: number, metres: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) => {
    const position: PlacementRecord['position'] = [...current.position]
    position[axis] = Math.max(-32, Math.min(32, metres))
    return { ...current, position }
  }
}

/** Turns the model to an angle in radians, normalized to half a turn either way. */
export function rotateTo(angle: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) => ({ ...current, yaw: Math.atan2(Math.sin(angle), Math.cos(angle)) })
}

/** Scales the model to a height in metres, between 0.01 and 30. */
export function scaleToHeight(metres: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) => ({
    ...current,
    size: { kind: 'height', metres: Math.min(30, Math.max(0.01, metres)) },
  })
}

/**
 * Returns the previous version if versions are flipped and it is the visible one; undefined if the version in the scene
 * is visible.
 */
export function findVisiblePrevious(
  shown: SceneRecord | undefined,
  versions: readonly RoomVersion[] | undefined,
): RoomVersion | undefined {
  if (shown?.compare !== 'flip' || !shown.flipped) return undefined
  return versions?.find(({ deliverableId }) => deliverableId === shown.previous?.deliverableId)
}

/**
 * Returns the change that compares the shown asset with its counterpart in an earlier version, as a map of differences;
 * an unknown id ends the comparison.
 */
export function compareWith(
  previousVersionId: string,
  shown: {
    readonly versions: readonly RoomVersion[]
    readonly version: RoomVersion | undefined
    readonly assetId: string | undefined
  },
): ReturnType<typeof updateScene> {
  const { versions, version, assetId } = shown
  const previous = findPreviousVersions(versions, version).find(
    ({ deliverableId }) => deliverableId === previousVersionId,
  )
  const name = version?.assets.find(({ id }) => id === assetId)?.name
  const asset = previous && findCounterpart(previous, name)
  const comparison = previous && asset ? { deliverableId: previous.deliverableId, assetId: asset.id } : null
  return updateScene({ previous: comparison, compare: comparison ? 'map' : 'none', flipped: false })
}

/** The sizes that can be chosen; any other factor is made by hand. */
export const sizeKinds = ['true', 'doll-house', 'fill-table', 'height'] as const
export type SizeKind = (typeof sizeKinds)[number]

const defaultHeightMetres = 1.5
const defaultPlacement: PlacementRecord = { position: [0, 0, -2], yaw: 0, size: { kind: 'true' } }

/**
 * Returns the placement of another kind of size. A height keeps its metres; `placementFor` makes the model stand where
 * it is, and without a scene only the size changes.
 */
export function changeSizeKind(
  kind: SizeKind,
  current: PlacementRecord | undefined,
  placementFor: ((size: PlacementRecord['size']) => PlacementRecord | undefined) | undefined,
): PlacementRecord {
  const metres = current?.size.kind === 'height' ? current.size.metres : defaultHeightMetres
  const size: PlacementRecord['size'] = kind === 'height' ? { kind, metres } : { kind }
  return placementFor?.(size) ?? { ...(current ?? defaultPlacement), size }
}
