import { pinAnchor } from '@veranda/contract/pins/schemas.ts'
import { measureRecord, toolsRecord } from '@veranda/contract/rooms/records.ts'
import { expect, test } from 'vitest'
import { fileLimits } from './limits.ts'

const id = '019a0000-0000-7000-8000-000000000000'
const hidden = Array.from({ length: fileLimits.parts }, (_, index) => `Part ${index}`)
const tools = { explode: 0, section: null, wireframe: false, light: 'studio', hidden }
const corner = { x: fileLimits.reach, y: -fileLimits.reach, z: fileLimits.reach }
const farOff = [3 * fileLimits.reach, 0, 0]
const anchor = {
  deliverableId: id,
  workId: id,
  part: 'Part 0',
  position: corner,
  normal: { x: 0, y: 1, z: 0 },
  view: { eye: farOff, target: [0, 0, 0], settings: { ...tools, sizes: false } },
}

test('what a work may have and reach can be pinned, measured and hidden', () => {
  expect(pinAnchor.safeParse(anchor).error?.issues).toBeUndefined()
  expect(toolsRecord.safeParse(tools).success).toBe(true)
  expect(measureRecord.safeParse({ workId: id, from: corner, to: corner }).success).toBe(true)
})

test('what no work has is refused', () => {
  const more = { ...tools, hidden: [...hidden, 'One more'] }
  expect(toolsRecord.safeParse(more).success).toBe(false)
  expect(
    pinAnchor.safeParse({ ...anchor, view: { ...anchor.view, settings: { ...more, sizes: false } } }).success,
  ).toBe(false)
  const beyond = { ...corner, x: 1_000_001 }
  expect(pinAnchor.safeParse({ ...anchor, position: beyond }).success).toBe(false)
  expect(measureRecord.safeParse({ workId: id, from: corner, to: beyond }).success).toBe(false)
})
