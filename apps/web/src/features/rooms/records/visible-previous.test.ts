import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { expect, test } from 'vitest'
import { findVisiblePrevious } from './record-changes.ts'
import { sampleVersion } from '../testing/sample-room.ts'

const versions = [sampleVersion(2), sampleVersion(1)]
const shown: SceneRecord = {
  deliverableId: 'version-2',
  assetId: 'asset-2',
  previous: { deliverableId: 'version-1', assetId: 'asset-1' },
  compare: 'flip',
  flipped: true,
}

test('flipped to the previous version, that one is visible', () => {
  expect(findVisiblePrevious(shown, versions)?.number).toBe(1)
})

test.each<[string, Partial<SceneRecord>]>([
  ['flipped back', { flipped: false }],
  ['side by side', { compare: 'side' }],
  ['overlaid', { compare: 'overlay' }],
  ['compared with nothing', { compare: 'none', previous: null }],
])('%s, the version in the scene is visible', (_, part) => {
  expect(findVisiblePrevious({ ...shown, ...part }, versions)).toBeUndefined()
})

test('in an empty scene there is none', () => {
  expect(findVisiblePrevious(undefined, versions)).toBeUndefined()
})
