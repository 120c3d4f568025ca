import { readDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { day, hour, instant, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp } from '../../../testing/test-app.ts'
import { type BookingScenario, bookingScenario } from '../../bookings/testing/booking-scenario.ts'

let scenario: BookingScenario
let app: TestApp
beforeAll(async () => {
  scenario = await bookingScenario()
  app = scenario.t
})
afterAll(() => app.close())

test('what comes up until the date keeps the account, and it is erased when that is done', async () => {
  const user = await app.createUser('Late Booker')
  await app.stepUp(user)
  await app.injectAs(user, scheduleDeletion)
  const { services } = await scenario.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const at = Math.ceil(app.clock.now() / day + 15) * day + 12 * hour
  await scenario.book(user, service, toIso(instant(at)))
  await app.advance(14 * day)
  expect((await app.injectAs(user, readDeletion)).reply.obstacles).toMatchObject([{ kind: 'bookings', count: 1 }])
  for (let days = 0; days < 5; days += 1) await app.advance(day)
  expect((await app.injectAs(user, readAccount)).status).toBe(401)
})
