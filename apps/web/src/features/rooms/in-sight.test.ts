import { type StageRecord } from '@veranda/contract/rooms/records.ts'
import { expect, test } from 'vitest'
import { formerInSight } from './in-sight.ts'
import { sampleVersion } from './scene-sample.ts'

const versions = [sampleVersion(2), sampleVersion(1)]
const shown: StageRecord = {
  deliverableId: 'version-2',
  workId: 'work-2',
  former: { deliverableId: 'version-1', workId: 'work-1' },
  compare: 'flip',
  flipped: true,
}

test('flipped to the former version, that one is in sight', () => {
  expect(formerInSight(shown, versions)?.number).toBe(1)
})

test.each<[string, Partial<StageRecord>]>([
  ['flipped back', { flipped: false }],
  ['side by side', { compare: 'side' }],
  ['overlaid', { compare: 'overlay' }],
  ['compared with nothing', { compare: 'none', former: null }],
])('%s, the one on the stage is', (_, part) => {
  expect(formerInSight({ ...shown, ...part }, versions)).toBeUndefined()
})

test('on an empty stage there is none', () => {
  expect(formerInSight(undefined, versions)).toBeUndefined()
})
