import * as contract from '@veranda/contract/pins/routes.ts'
import { submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp } from '../../../testing/test-app.ts'
import { add, addVersion, chair, delivered, list, onSeat, type Scene } from '../testing/pinned-scene.ts'
import { commissionsApp } from '../testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const told = (pin: Pin | undefined, versions: readonly { deliverableId: string }[]) =>
  pin?.places.map(({ deliverableId, standing, position }) => [
    versions.findIndex((version) => version.deliverableId === deliverableId) + 1,
    standing,
    Math.round(position.y * 1_000),
  ])

async function read(scene: Scene, { id }: Pin): Promise<Pin | undefined> {
  return (await list(scene, scene.story.people.client)).find((pin) => pin.id === id)
}

test('a pin on version 1 goes along to a version 2 that was a draft by then, or needs a hand there', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const [seat] = chair(0.462)
  const draft = await addVersion(scene.story, seat ? [seat] : [])
  await app.settle()
  const kept = await add(scene, client)
  const lost = await add(scene, client, { part: 'Leg', position: { x: 0.02, y: 0.4, z: 0.02 } })
  await app.settle()
  const milestone = await scene.story.milestone()
  const version = milestone.deliverables.find(({ id }) => id === draft.deliverableId)
  const body = { deliverableId: draft.deliverableId, hash: version?.hash ?? '', expected: milestone.version }
  await app.injectAs(creator, submitMilestone, { params: { id: milestone.id }, body })
  await app.settle()
  const versions = [scene, draft]
  expect(told(await read(scene, kept), versions)).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
  ])
  const again = await read(scene, lost)
  expect(told(again, versions)).toEqual([
    [1, 'placed', 400],
    [2, 'unsure', 400],
  ])
  expect(again?.places[1]?.reason).toBe('part-gone')
})

test('a pin goes through every later version one after the other, and what a hand set there stays', async () => {
  const scene = await delivered(app)
  const { client } = scene.story.people
  const versions = [scene, await addVersion(scene.story, chair(0.462)), await addVersion(scene.story, chair(0.474))]
  const [, second, third] = versions
  await app.settle()
  const pin = await add(scene, client)
  const byHand = onSeat({ ...scene, ...second }, { position: { x: 0.1, y: 0.462, z: 0.1 } })
  const { text: _, change: __, ...anchor } = byHand
  // Before anything has reacted to the pin.
  await app.injectAs(client, contract.placePin, { params: { id: pin.id }, body: { ...anchor, expected: pin.version } })
  await app.settle()
  const after = await read(scene, pin)
  expect(told(after, versions)).toEqual([
    [1, 'placed', 480],
    [2, 'placed', 462],
    [3, 'unsure', 462],
  ])
  expect(after?.places[2]).toMatchObject({ ...third, reason: 'too-far' })
})

test('a pin of the last version that is moved onto the first gets a place on the one between', async () => {
  const scene = await delivered(app)
  const { client } = scene.story.people
  const versions = [scene, await addVersion(scene.story, chair(0.462)), await addVersion(scene.story, chair(0.474))]
  await app.settle()
  const pin = await add({ ...scene, ...versions[2] }, client, { position: { x: 0.1, y: 0.504, z: 0 } })
  await app.settle()
  expect(told(await read(scene, pin), versions)).toEqual([[3, 'placed', 504]])
  const { text: _, change: __, ...anchor } = onSeat(scene)
  await app.injectAs(client, contract.placePin, { params: { id: pin.id }, body: { ...anchor, expected: pin.version } })
  await app.settle()
  expect(told(await read(scene, pin), versions)).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
    [3, 'placed', 504],
  ])
})

test('a pin that was away when version 2 came goes along once it is back', async () => {
  const scene = await delivered(app)
  const { client } = scene.story.people
  const pin = await add(scene, client)
  await app.injectAs(client, contract.removePin, { params: { id: pin.id }, body: { expected: pin.version } })
  const next = await addVersion(scene.story, chair(0.462))
  await app.settle()
  await app.injectAs(client, contract.restorePin, { params: { id: pin.id } })
  await app.settle()
  expect(told(await read(scene, pin), [scene, next])).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
  ])
})
