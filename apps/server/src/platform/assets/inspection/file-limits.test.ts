import { pinAnchor } from '@veranda/contract/commissions/pins/schemas.ts'
import { measureRecord, toolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { expect, test } from 'vitest'
import { fileLimits } from './file-limits.ts'

const id = '019a0000-0000-7000-8000-000000000000'
const hidden = Array.from({ length: fileLimits.parts }, (_, index) => `Part ${index}`)
const tools = { explode: 0, section: null, wireframe: false, light: 'studio', hidden }
const corner = {
  x: fileLimits.maxCoordinateMetres,
  y: -fileLimits.maxCoordinateMetres,
  z: fileLimits.maxCoordinateMetres,
}
const farOff = [3 * fileLimits.maxCoordinateMetres, 0, 0]
const anchor = {
  deliverableId: id,
  assetId: id,
  part: 'Part 0',
  position: corner,
  normal: { x: 0, y: 1, z: 0 },
  view: { eye: farOff, target: [0, 0, 0], settings: { ...tools, sizes: false } },
}

test('everything an asset may contain can be pinned, measured and hidden', () => {
  expect(pinAnchor.safeParse(anchor).error?.issues).toBeUndefined()
  expect(toolsRecord.safeParse(tools).success).toBe(true)
  expect(measureRecord.safeParse({ assetId: id, from: corner, to: corner }).success).toBe(true)
})

test('values beyond the limits of an asset are refused', () => {
  const more = { ...tools, hidden: [...hidden, 'One more'] }
  expect(toolsRecord.safeParse(more).success).toBe(false)
  expect(
    pinAnchor.safeParse({ ...anchor, view: { ...anchor.view, settings: { ...more, sizes: false } } }).success,
  ).toBe(false)
  const beyond = { ...corner, x: 1_000_001 }
  expect(pinAnchor.safeParse({ ...anchor, position: beyond }).success).toBe(false)
  expect(measureRecord.safeParse({ assetId: id, from: corner, to: beyond }).success).toBe(false)
})
