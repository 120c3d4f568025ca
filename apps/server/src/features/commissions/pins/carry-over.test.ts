import * as contract from '@veranda/contract/commissions/pins/routes.ts'
import { submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp } from '../../../testing/test-app.ts'
import {
  addPin,
  addVersion,
  chair,
  deliveredChair,
  listPins,
  seatPinBody,
  type PinScenario,
} from '../testing/pin-scenario.ts'
import { commissionsApp } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const describePlaces = (pin: Pin | undefined, versions: readonly { deliverableId: string }[]) =>
  pin?.places.map(({ deliverableId, status, position }) => [
    versions.findIndex((version) => version.deliverableId === deliverableId) + 1,
    status,
    Math.round(position.y * 1_000),
  ])

async function read(scene: PinScenario, { id }: Pin): Promise<Pin | undefined> {
  return (await listPins(scene, scene.scenario.parties.client)).find((pin) => pin.id === id)
}

test('a pin on version 1 is carried over to version 2 that already existed as a draft, or is unsure there', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const [seat] = chair(0.462)
  const draft = await addVersion(scene.scenario, seat ? [seat] : [])
  await app.runUntilIdle()
  const stablePin = await addPin(scene, client)
  const lost = await addPin(scene, client, { part: 'Leg', position: { x: 0.02, y: 0.4, z: 0.02 } })
  await app.runUntilIdle()
  const milestone = await scene.scenario.milestone()
  const version = milestone.deliverables.find(({ id }) => id === draft.deliverableId)
  const body = { deliverableId: draft.deliverableId, hash: version?.hash ?? '', expected: milestone.version }
  await app.injectAs(creator, submitMilestone, { params: { id: milestone.id }, body })
  await app.runUntilIdle()
  const versions = [scene, draft]
  expect(describePlaces(await read(scene, stablePin), versions)).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
  ])
  const reread = await read(scene, lost)
  expect(describePlaces(reread, versions)).toEqual([
    [1, 'placed', 400],
    [2, 'unsure', 400],
  ])
  expect(reread?.places[1]).toMatchObject({ status: 'unsure', reason: 'part-gone' })
})

test('a pin is carried over to every later version in turn, and a manual place is kept', async () => {
  const scene = await deliveredChair(app)
  const { client } = scene.scenario.parties
  const versions = [
    scene,
    await addVersion(scene.scenario, chair(0.462)),
    await addVersion(scene.scenario, chair(0.474)),
  ]
  const [, second, third] = versions
  await app.runUntilIdle()
  const pin = await addPin(scene, client)
  const byHand = seatPinBody({ ...scene, ...second }, { position: { x: 0.1, y: 0.462, z: 0.1 } })
  const { text: _, change: __, ...anchor } = byHand
  // Before any event handler has run for the pin.
  await app.injectAs(client, contract.placePin, { params: { id: pin.id }, body: { ...anchor, expected: pin.version } })
  await app.runUntilIdle()
  const after = await read(scene, pin)
  expect(describePlaces(after, versions)).toEqual([
    [1, 'placed', 480],
    [2, 'placed', 462],
    [3, 'unsure', 462],
  ])
  expect(after?.places[2]).toMatchObject({ ...third, reason: 'too-far' })
})

test('a pin of the last version that is moved to the first gets a place on the version between', async () => {
  const scene = await deliveredChair(app)
  const { client } = scene.scenario.parties
  const versions = [
    scene,
    await addVersion(scene.scenario, chair(0.462)),
    await addVersion(scene.scenario, chair(0.474)),
  ]
  await app.runUntilIdle()
  const pin = await addPin({ ...scene, ...versions[2] }, client, { position: { x: 0.1, y: 0.504, z: 0 } })
  await app.runUntilIdle()
  expect(describePlaces(await read(scene, pin), versions)).toEqual([[3, 'placed', 504]])
  const { text: _, change: __, ...anchor } = seatPinBody(scene)
  await app.injectAs(client, contract.placePin, { params: { id: pin.id }, body: { ...anchor, expected: pin.version } })
  await app.runUntilIdle()
  expect(describePlaces(await read(scene, pin), versions)).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
    [3, 'placed', 504],
  ])
})

test('a pin that was removed when version 2 was added is carried over once it is restored', async () => {
  const scene = await deliveredChair(app)
  const { client } = scene.scenario.parties
  const pin = await addPin(scene, client)
  await app.injectAs(client, contract.removePin, { params: { id: pin.id }, body: { expected: pin.version } })
  const next = await addVersion(scene.scenario, chair(0.462))
  await app.runUntilIdle()
  await app.injectAs(client, contract.restorePin, { params: { id: pin.id } })
  await app.runUntilIdle()
  expect(describePlaces(await read(scene, pin), [scene, next])).toEqual([
    [1, 'placed', 480],
    [2, 'carried', 492],
  ])
})
