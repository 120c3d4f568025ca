import * as routes from '@veranda/contract/talent/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { talentFeature } from '../feature.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'
import { makeFindable } from '../testing/make-findable.ts'

let t: TestApp
beforeAll(async () => {
  const readOpenServices = async () => Promise.resolve({ hourlyServices: [], freeTimes: [] })
  const changeTimeZone = async () => Promise.reject(new Error('no time zone is changed here'))
  t = await testApp({ features: [talentFeature({ changeTimeZone, readOpenServices })] })
})
afterAll(() => t.close())

const save = async (who: TestUser, skills: string[]) =>
  (await t.injectAs(who, routes.changeProfile, { body: { skills } })).reply.skills
const suggested = async (who: TestUser, q?: string) =>
  (await t.injectAs(who, routes.listSkills, { query: { q } })).reply.items

test('a skill gets the name of the kept list, or the spelling that another creator used first', async () => {
  const [one, other] = [await t.createUser('Ann One'), await t.createUser('Ben Other')]
  expect(await save(one, [' product   model ', 'jewelry', 'glass-blowing'])).toEqual([
    'Product models',
    'Jewellery',
    'Glass-blowing',
  ])
  expect(await save(other, ['GLASS BLOWING', 'glass blowing'])).toEqual(['Glass-blowing'])
})

test('a skill that is not on the list is offered to others while a creator has it', async () => {
  const [maker, reader] = [await t.createUser('Mia Maker'), await t.createUser('Rob Reader')]
  expect(await suggested(reader, 'kinetic')).toEqual([])
  await save(maker, ['Kinetic sculpture', 'Rigging'])
  await makeFindable(t, maker.id)
  expect(await suggested(reader, 'kine')).toEqual([{ name: 'Kinetic sculpture', count: 1 }])
  expect(await suggested(reader, 'kinetik sculpture')).toEqual([{ name: 'Kinetic sculpture', count: 1 }])
  expect(await suggested(reader, 'rigger')).toEqual([{ name: 'Rigging', count: 1 }])
  const second = await t.createUser('Sam Second')
  await save(second, ['kinetic sculptures'])
  await makeFindable(t, second.id)
  expect(await suggested(reader, 'kine')).toEqual([{ name: 'Kinetic sculpture', count: 2 }])
  await save(maker, ['Rigging'])
  await save(second, [])
  expect(await suggested(reader, 'kine')).toEqual([])
})

test('the number beside a skill is that of the creators whom the search finds by it', async () => {
  const [maker, reader] = [await t.createUser('Fay Found'), await t.createUser('Rita Reader')]
  const found = async () =>
    (await t.injectAs(reader, routes.searchTalent, { query: { skill: 'Puppet stages' } })).reply.total
  const expectBoth = async (count: number) => {
    expect(await suggested(reader, 'puppet')).toEqual([{ name: 'Puppet stages', count }])
    expect(await found()).toBe(count)
  }
  await save(maker, ['Puppet stages'])
  await expectBoth(0)
  await makeFindable(t, maker.id)
  await expectBoth(1)
  await save(maker, ['Puppet stages', 'Lighting design'])
  await expectBoth(1)
  await t.deps.db
    .updateTable('package_services')
    .set({ removed_at: new Date() })
    .where('creator_id', '=', maker.id)
    .execute()
  await t.transact((tx) => publishProfileChange(tx, maker.id))
  await expectBoth(0)
})

test('two creators who save the same skills at once are both counted', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, async (_, index) => t.createUser(`Many ${index}`)))
  const skills = ['Basketry', 'Weaving looms']
  await Promise.all(users.map(async (who, index) => save(who, index % 2 === 0 ? skills : skills.toReversed())))
  await Promise.all(users.map(async ({ id }) => makeFindable(t, id)))
  const [reader] = users
  if (!reader) throw new Error('no user')
  expect(await suggested(reader, 'basketry')).toEqual([{ name: 'Basketry', count: 6 }])
  expect(await suggested(reader, 'weaving')).toEqual([{ name: 'Weaving looms', count: 6 }])
})
