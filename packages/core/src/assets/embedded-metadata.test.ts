import { expect, test } from 'vitest'
import { mergeEmbeddedMetadata, roundCoordinates } from './embedded-metadata.ts'
import { noEmbeddedMetadata } from './testing/no-embedded-metadata.ts'

test('coordinates are rounded to about a kilometre, and what is no place is none', () => {
  expect(roundCoordinates(51.50897, -0.07619)).toEqual({ latitude: 51.51, longitude: -0.08 })
  expect(roundCoordinates(-0.001, 180)).toEqual({ latitude: 0, longitude: 180 })
  for (const [latitude, longitude] of [
    [91, 0],
    [0, -181],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ] as const)
    expect(roundCoordinates(latitude, longitude)).toBeNull()
})

test('the first source that names an entry wins, and a place in any of them counts', () => {
  expect(mergeEmbeddedMetadata([])).toEqual(noEmbeddedMetadata)
  expect(
    mergeEmbeddedMetadata([
      { author: null, software: 'A' },
      { author: 'Maya', software: 'B' },
    ]),
  ).toEqual({
    ...noEmbeddedMetadata,
    author: 'Maya',
    software: 'A',
  })
  expect(mergeEmbeddedMetadata([{}, { hasLocation: true }])).toMatchObject({ hasLocation: true, coordinates: null })
  const coordinates = { latitude: 1, longitude: 2 }
  expect(mergeEmbeddedMetadata([{ coordinates }])).toMatchObject({ hasLocation: true, coordinates })
})
