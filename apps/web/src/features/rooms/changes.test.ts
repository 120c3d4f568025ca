import { type PlacementRecord, type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { describe, expect, test } from 'vitest'
import {
  asHighAs,
  type Change,
  counterpart,
  formersOf,
  looking,
  movedTo,
  newerOf,
  plainTools,
  showing,
  staging,
  turnedTo,
} from './changes.ts'

const placement: PlacementRecord = { position: [0, 0.75, -1], yaw: 0, size: { kind: 'true' } }

/** What becomes of a record by a change, given what stands there when it is written. */
function becomes<Value>(change: unknown, now: Value | undefined): Value | null | undefined {
  return typeof change === 'function'
    ? (change as (now: Value | undefined) => Value | null | undefined)(now)
    : (change as Value)
}

const placed = (change: Change<'placement'>, now?: PlacementRecord) => becomes<PlacementRecord>(change, now)

/** A version with one work for each name. */
function versionWith(...names: string[]): RoomVersion {
  return {
    deliverableId: `version-of-${names[0] ?? 'nothing'}`,
    projectId: 'project',
    commissionId: 'commission',
    number: 1,
    milestone: { id: 'milestone', title: 'Model', state: 'submitted', version: 1, price: null },
    hash: 'hash',
    draft: false,
    works: names.map((name) => ({ id: `${name}-work`, name, triangles: 12, height: 1 })),
    pins: [],
    may: { approve: false, requestChanges: false, pin: false },
  }
}

describe('looking', () => {
  test('changes its part, and leaves what somebody else has changed meanwhile', () => {
    const theirs: ToolsRecord = { ...plainTools, section: { axis: 'y', at: 0.4, turned: false }, light: 'dusk' }
    expect(becomes(looking({ wireframe: true }), theirs)).toEqual({ ...theirs, wireframe: true })
  })

  test('begins from the plain tools where nobody looked into the work before', () => {
    expect(becomes(looking({ explode: 0.5 }), undefined)).toEqual({ ...plainTools, explode: 0.5 })
  })
})

describe('staging', () => {
  test('changes its part of what stands there', () => {
    const stage = showing(versionWith('Chair'), 'Chair-work')
    expect(becomes(staging({ flipped: true }), stage)).toEqual({ ...stage, flipped: true })
  })

  test('leaves a stage empty that was cleared meanwhile', () => {
    expect(becomes(staging({ flipped: true }), undefined)).toBeUndefined()
  })
})

describe('placing', () => {
  test('moves along one axis from where it stands now, not from where it stood at the press', () => {
    const now: PlacementRecord = { ...placement, position: [3, 1, 2] }
    expect(placed(movedTo(0, -2, placement), now)?.position).toEqual([-2, 1, 2])
    expect(placed(movedTo(2, 5, placement))?.position).toEqual([0, 0.75, 5])
  })

  test('keeps the work within the room that a pose can reach', () => {
    expect(placed(movedTo(1, 900, placement))?.position[1]).toBe(32)
    expect(placed(movedTo(1, -900, placement))?.position[1]).toBe(-32)
  })

  test('tells an angle within half a turn either way, facing the same way', () => {
    for (const degrees of [0, 90, 179, 181, 270, 450, -190, -720]) {
      const asked = (degrees * Math.PI) / 180
      const yaw = placed(turnedTo(asked, placement))?.yaw ?? Number.NaN
      expect(Math.abs(yaw)).toBeLessThanOrEqual(Math.PI)
      expect(Math.cos(yaw - asked)).toBeCloseTo(1, 12)
    }
  })

  test('makes it as high as asked, within a centimetre and thirty metres, and turns and moves nothing', () => {
    expect(placed(asHighAs(1.5, placement))).toEqual({ ...placement, size: { kind: 'height', metres: 1.5 } })
    expect(placed(asHighAs(0, placement))?.size).toEqual({ kind: 'height', metres: 0.01 })
    expect(placed(asHighAs(1e6, placement))?.size).toEqual({ kind: 'height', metres: 30 })
  })
})

describe('versions of several works', () => {
  test('one of them comes to the stage alone, with nothing beside it', () => {
    expect(showing(versionWith('Chair', 'Table'), 'Table-work')).toEqual({
      deliverableId: 'version-of-Chair',
      workId: 'Table-work',
      former: null,
      compare: 'none',
      flipped: false,
    })
  })

  test('beside it stands what has its name in the former version, else that one’s first, else nothing', () => {
    const former = versionWith('Chair', 'Table')
    expect(counterpart(former, 'Table')?.id).toBe('Table-work')
    expect(counterpart(former, 'Lamp')?.id).toBe('Chair-work')
    expect(counterpart(versionWith(), 'Lamp')).toBeUndefined()
  })

  test('a draft is neither newer nor a former one: nobody else could see it', () => {
    const numbered = (number: number, draft: boolean) => ({ ...versionWith(`V${number}`), number, draft })
    const [fourth, third, second, first] = [4, 3, 2, 1].map((number) => numbered(number, number % 2 === 0))
    if (!fourth || !third || !second || !first) throw new Error('there are four')
    expect(newerOf([fourth, third, second, first], first)).toBe(third)
    expect(newerOf([fourth, third, second, first], third)).toBeUndefined()
    expect(formersOf([fourth, third, second, first], third)).toEqual([first])
  })
})
