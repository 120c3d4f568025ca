import { expect, test } from 'vitest'
import { isUuid, makeIdGenerator } from './ids.ts'

const ones = (bytes: Uint8Array) => void bytes.fill(0xff)

test('an id is a UUIDv7: time, version, counter, variant, random bits', () => {
  const ids = makeIdGenerator(() => 0x0191_2345_6789, ones)
  expect(ids.next()).toBe('01912345-6789-77ff-bfff-ffffffffffff')
})

test('a UUID is five groups of lower-case hexadecimal digits', () => {
  const uuid = '01912345-6789-77ff-bfff-ffffffffffff'
  expect(isUuid(uuid)).toBe(true)
  for (const text of [
    '',
    '-'.repeat(36),
    uuid.toUpperCase(),
    `${uuid}0`,
    ` ${uuid}`,
    `${uuid}\n`,
    uuid.replaceAll('-', ''),
  ]) {
    expect(isUuid(text), text).toBe(false)
  }
})

test('ids sort in the order in which they were made, within a millisecond and when the clock moves back', () => {
  let seed = 1
  let now = 1_700_000_000_000
  const ids = makeIdGenerator(
    () => now,
    (bytes) => void bytes.fill((seed = (seed * 31 + 7) % 256)),
  )
  const made: string[] = []
  // More ids in one millisecond than the counter holds.
  for (let count = 0; count < 6_000; count++) made.push(ids.next())
  now -= 60_000
  for (let count = 0; count < 10; count++) made.push(ids.next())
  now += 120_000
  made.push(ids.next())
  expect(made).toEqual([...new Set(made)].toSorted())
})
