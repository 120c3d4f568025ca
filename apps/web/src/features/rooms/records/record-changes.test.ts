import {
  type PlacementRecord,
  type SceneRecord,
  type ToolsRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { describe, expect, test } from 'vitest'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import {
  changeCompareMode,
  changeSizeKind,
  compareWith,
  scaleToHeight,
  type RecordChange,
  findCounterpart,
  findPreviousVersions,
  updateTools,
  moveAlongAxis,
  findNewerVersion,
  sceneRecordFor,
  updateScene,
  rotateTo,
} from './record-changes.ts'

const placement: PlacementRecord = { position: [0, 0.75, -1], yaw: 0, size: { kind: 'true' } }

/** Returns the record after a change, given its current value. */
function applyChange<Value>(change: unknown, now: Value | undefined): Value | null | undefined {
  return typeof change === 'function'
    ? (change as (now: Value | undefined) => Value | null | undefined)(now)
    : (change as Value)
}

const applyPlacement = (change: RecordChange<'placement'>, now?: PlacementRecord) =>
  applyChange<PlacementRecord>(change, now)

/** Returns a version with one asset for each name. */
function versionWith(...names: string[]): RoomVersion {
  return {
    deliverableId: `version-of-${names[0] ?? 'nothing'}`,
    flatAssets: [],
    projectId: 'project',
    commissionId: 'commission',
    number: 1,
    milestone: { id: 'milestone', title: 'Model', state: 'submitted', version: 1, price: null, chargeback: null },
    hash: 'hash',
    draft: false,
    assets: names.map((name) => ({ id: `${name}-asset`, name, triangles: 12, height: 1 })),
    pins: [],
    actions: [],
  }
}

describe('updateTools', () => {
  test('changes its part and keeps what others changed in the meantime', () => {
    const theirs: ToolsRecord = { ...defaultTools, section: { axis: 'y', at: 0.4, turned: false }, light: 'dusk' }
    expect(applyChange(updateTools({ wireframe: true }), theirs)).toEqual({ ...theirs, wireframe: true })
  })

  test('starts from the default tools if there is no record', () => {
    expect(applyChange(updateTools({ explode: 0.5 }), undefined)).toEqual({ ...defaultTools, explode: 0.5 })
  })
})

describe('updateScene', () => {
  test('changes its part of the record', () => {
    const scene = sceneRecordFor(versionWith('Chair'), 'Chair-asset')
    expect(applyChange(updateScene({ flipped: true }), scene)).toEqual({ ...scene, flipped: true })
  })

  test('leaves a scene empty that was cleared in the meantime', () => {
    expect(applyChange(updateScene({ flipped: true }), undefined)).toBeUndefined()
  })
})

describe('placement changes', () => {
  test('moves along one axis from the current position, not from the one at the press', () => {
    const now: PlacementRecord = { ...placement, position: [3, 1, 2] }
    expect(applyPlacement(moveAlongAxis(0, -2, placement), now)?.position).toEqual([-2, 1, 2])
    expect(applyPlacement(moveAlongAxis(2, 5, placement))?.position).toEqual([0, 0.75, 5])
  })

  test("keeps the model within the room's bounds", () => {
    expect(applyPlacement(moveAlongAxis(1, 900, placement))?.position[1]).toBe(32)
    expect(applyPlacement(moveAlongAxis(1, -900, placement))?.position[1]).toBe(-32)
  })

  test('normalizes an angle to half a turn either way, facing the same direction', () => {
    for (const degrees of [0, 90, 179, 181, 270, 450, -190, -720]) {
      const asked = (degrees * Math.PI) / 180
      const yaw = applyPlacement(rotateTo(asked, placement))?.yaw ?? Number.NaN
      expect(Math.abs(yaw)).toBeLessThanOrEqual(Math.PI)
      expect(Math.cos(yaw - asked)).toBeCloseTo(1, 12)
    }
  })

  test('scales to a height between a centimetre and thirty metres, without turning or moving', () => {
    expect(applyPlacement(scaleToHeight(1.5, placement))).toEqual({
      ...placement,
      size: { kind: 'height', metres: 1.5 },
    })
    expect(applyPlacement(scaleToHeight(0, placement))?.size).toEqual({ kind: 'height', metres: 0.01 })
    expect(applyPlacement(scaleToHeight(1e6, placement))?.size).toEqual({ kind: 'height', metres: 30 })
  })
})

describe('versions with several assets', () => {
  test('one of them is shown alone, without comparison', () => {
    expect(sceneRecordFor(versionWith('Chair', 'Table'), 'Table-asset')).toEqual({
      deliverableId: 'version-of-Chair',
      assetId: 'Table-asset',
      previous: null,
      compare: 'none',
      flipped: false,
    })
  })

  test('the counterpart is the asset of the same name in the previous version, else its first, else none', () => {
    const previous = versionWith('Chair', 'Table')
    expect(findCounterpart(previous, 'Table')?.id).toBe('Table-asset')
    expect(findCounterpart(previous, 'Lamp')?.id).toBe('Chair-asset')
    expect(findCounterpart(versionWith(), 'Lamp')).toBeUndefined()
  })

  test('a draft is neither a newer nor a previous version, since no one else can see it', () => {
    const numbered = (number: number, draft: boolean) => ({ ...versionWith(`V${number}`), number, draft })
    const [fourth, third, second, first] = [4, 3, 2, 1].map((number) => numbered(number, number % 2 === 0))
    if (!fourth || !third || !second || !first) throw new Error('four versions expected')
    expect(findNewerVersion([fourth, third, second, first], first)).toBe(third)
    expect(findNewerVersion([fourth, third, second, first], third)).toBeUndefined()
    expect(findPreviousVersions([fourth, third, second, first], third)).toEqual([first])
  })
})

test('a comparison begins as a map with the asset of the same name, and an unknown version ends it', () => {
  const asset = (id: string, name: string) => ({ id, name }) as RoomVersion['assets'][number]
  const milestone = { id: 'm' } as RoomVersion['milestone']
  const made = (number: number, assets: RoomVersion['assets']) =>
    ({ deliverableId: `v${number}`, number, milestone, draft: false, assets }) as RoomVersion
  const first = made(1, [asset('stool-1', 'Stool'), asset('chair-1', 'Chair')])
  const second = made(2, [asset('chair-2', 'Chair')])
  const scene = { deliverableId: 'v2', assetId: 'chair-2', previous: null, compare: 'none', flipped: true } as const
  const change = (id: string) => {
    const update = compareWith(id, { versions: [first, second], version: second, assetId: 'chair-2' })
    return typeof update === 'function' ? update(scene) : update
  }
  expect(change('v1')).toEqual({
    ...scene,
    previous: { deliverableId: 'v1', assetId: 'chair-1' },
    compare: 'map',
    flipped: false,
  })
  expect(change('v9')).toEqual({ ...scene, previous: null, compare: 'none', flipped: false })
})

test('another kind of size keeps the height in metres, and the place where there is no scene', () => {
  const placement: PlacementRecord = { position: [1, 0, 2], yaw: 1, size: { kind: 'height', metres: 0.4 } }
  expect(changeSizeKind('height', placement, undefined)).toEqual(placement)
  expect(changeSizeKind('true', placement, undefined)).toEqual({ ...placement, size: { kind: 'true' } })
  expect(changeSizeKind('height', undefined, undefined)).toMatchObject({ size: { kind: 'height', metres: 1.5 } })
  const placedAgain = { ...placement, yaw: 0 }
  expect(changeSizeKind('doll-house', placement, () => placedAgain)).toBe(placedAgain)
})

test('side by side asks for a place that is clear of faces, and other comparisons keep the last one', () => {
  const scene = { deliverableId: 'v2', assetId: 'a2', previous: null, compare: 'map', flipped: false } as const
  const after = (mode: 'side' | 'flip', from: SceneRecord, findPlace?: () => SceneRecord['beside']) => {
    const update = changeCompareMode(mode, findPlace)
    return typeof update === 'function' ? update(from) : update
  }
  const place = { angle: 0, gap: 0.4 }
  const beside = after('side', scene, () => place)
  expect(beside).toEqual({ ...scene, compare: 'side', beside: place })
  expect(beside && after('flip', beside, () => ({ angle: 1, gap: 0 }))).toEqual({
    ...scene,
    compare: 'flip',
    beside: place,
  })
  expect(after('side', scene)).toEqual({ ...scene, compare: 'side' })
})
