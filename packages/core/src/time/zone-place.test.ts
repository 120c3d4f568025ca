import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'
import { zonePlace } from './zone-place.ts'

test.each([
  ['Europe/Lisbon', 'Lisbon', 'Lisbon'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'Buenos Aires'],
  ['UTC', undefined, 'UTC'],
  ['Etc/UTC', undefined, 'UTC'],
  // The sign in the name of the zone is the other way round.
  ['Etc/GMT+3', undefined, 'GMT-3'],
])('%s is in %s and called %s', (zone, place, name) => {
  expect([zonePlace(zone), zoneName(zone)]).toEqual([place, name])
})
