import * as routes from '@veranda/contract/talent/routes.ts'
import { ok } from '@veranda/core/result.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../testing/test-app.ts'
import { talentFeature } from '../feature.ts'
import { makeFindable } from '../testing/make-findable.ts'

let t: TestApp
let reader: TestUser

beforeAll(async () => {
  const feature = talentFeature({
    readOpenServices: () => Promise.resolve({ hourlyServices: [], freeTimes: [] }),
    changeTimeZone: () => Promise.resolve(ok(undefined)),
  })
  t = await testApp({ features: [feature] })
  reader = await t.createUser('Rea Reader')
  for (const name of ['山田太郎', '李小龙', 'أحمد الزهراني', 'Jürgen Müller', 'Zoë Ōta']) {
    const creator = await t.createUser(name, { role: 'creator' })
    await t.injectAs(creator, routes.changeProfile, { body: { headline: 'Sets', about: '', skills: [] } })
    await makeFindable(t, creator.id)
  }
})
afterAll(() => t.close())

// By the beginning of a word of the name; without its accents a word is taken as mistyped and corrected.
test.each([
  ['山田', '山田太郎'],
  ['李小', '李小龙'],
  ['الزهر', 'أحمد الزهراني'],
  ['أحمد', 'أحمد الزهراني'],
  ['احمد', 'أحمد الزهراني'],
  ['muller', 'Jürgen Müller'],
  ['zoe', 'Zoë Ōta'],
])('%s finds %s', async (q, name) => {
  const { items } = (await t.injectAs(reader, routes.searchTalent, { query: { q } })).reply
  expect(items.map((item) => item.name)).toEqual([name])
})
