import { logout, readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { readCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { exploreCreators } from '@veranda/contract/talent/explore/routes.ts'
import { expect, test } from 'vitest'
import { isKeptRead, keptReads, pathBelowApi } from './kept-reads.ts'

test('reads alone are kept, and none whose reply lets anyone in or belongs to strangers', () => {
  expect(keptReads.filter(({ method }) => method !== 'GET')).toEqual([])
  for (const { path } of keptReads) expect(isKeptRead(path.replace(/:\w+/g, 'x1')), path).toBe(true)
  for (const { path } of [readSession, renewToken, logout, readCalendarFeed, exploreCreators])
    expect(isKeptRead(path), path).toBe(false)
})

test('a read is known by its path below the address of the API, whatever its query', () => {
  expect(pathBelowApi(`${location.origin}/api/projects?limit=20`)).toBe('/projects')
  expect(pathBelowApi(`${location.origin}/api${readDashboard.path}`)).toBe(readDashboard.path)
  expect(pathBelowApi(`${location.origin}/apiary/projects`)).toBeUndefined()
  expect(pathBelowApi('https://elsewhere.test/api/projects')).toBeUndefined()
})
