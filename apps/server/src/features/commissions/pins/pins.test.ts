import { pinChanged } from '@veranda/contract/commissions/pins/events.ts'
import * as contract from '@veranda/contract/commissions/pins/routes.ts'
import { pinAnchor } from '@veranda/contract/commissions/pins/schemas.ts'
import { listActivity, requestChanges, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { addPin, addVersion, chair, deliveredChair, listPins, seatPinBody } from '../testing/pin-scenario.ts'
import { commissionsApp } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

test('both parties can pin, reply and see the same thread; a stranger gets not found', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const stranger = await app.createUser('Sam Stranger')
  const first = await addPin(scene, client)
  const second = await addPin(scene, creator, { part: 'Leg', text: 'Nice leg' })
  expect([first.number, second.number]).toEqual([1, 2])
  await app.injectAs(creator, contract.replyToPin, { params: { id: first.id }, body: { text: 'By how much?' } })
  for (const person of [client, creator]) {
    const pins = await listPins(scene, person)
    expect(pins.map(({ messages }) => messages.map(({ text }) => text))).toEqual([
      ['The seat is too low', 'By how much?'],
      ['Nice leg'],
    ])
  }
  const steps = ['fix', 'decline', 'mark-gone', 'reply', 'place']
  expect((await listPins(scene, creator)).map(({ actions }) => actions)).toEqual([steps, [...steps, 'remove']])
  const params = { id: first.id }
  const answers = await Promise.all([
    app.injectAs(stranger, contract.listPins, { params: { id: scene.milestoneId } }),
    app.injectAs(stranger, contract.addPin, { params: { id: scene.milestoneId }, body: seatPinBody(scene) }),
    app.injectAs(stranger, contract.replyToPin, { params, body: { text: 'Hello' } }),
    app.injectAs(stranger, contract.changePinState, { params, body: { action: 'fix', text: '', expected: 0 } }),
    app.injectAs(null, contract.listPins, { params: { id: scene.milestoneId } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401])
})

test('a creator cannot request changes', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const pin = await addPin(scene, client)
  const params = { id: pin.id }
  const asked = await app.injectAs(creator, contract.setPinChangeRequest, {
    params,
    body: { messageId: pin.messages[0]?.id ?? '', expected: pin.version },
  })
  expect(asked.problem.code).toBe('pin.not-your-step')
  const change = await app.injectAs(creator, contract.addPin, {
    params: { id: scene.milestoneId },
    body: seatPinBody(scene, { change: true }),
  })
  expect(change.problem.code).toBe('pin.not-your-step')
})

test('of two users who close a pin at the same time, one succeeds and the other gets a conflict', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const pin = await addPin(scene, client)
  const params = { id: pin.id }
  const answers = await Promise.all([
    app.injectAs(client, contract.changePinState, {
      params,
      body: { action: 'decline', text: '', expected: pin.version },
    }),
    app.injectAs(creator, contract.changePinState, {
      params,
      body: { action: 'fix', text: 'Raised it', expected: pin.version },
    }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [after] = await listPins(scene, client)
  expect(after?.version).toBe(1)
})

test('a closed pin names who closed it and when, in its list and in the activity, until it is open again', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const pin = await addPin(scene, client)
  const step = async (user: TestUser, action: 'fix' | 'reopen' | 'decline') => {
    await app.advance(minute)
    const [current] = await listPins(scene, user)
    const body = { action, text: '', expected: current?.version ?? 0 }
    return (await app.injectAs(user, contract.changePinState, { params: { id: pin.id }, body })).reply
  }
  const closedFor = async (user: TestUser) => (await listPins(scene, user))[0]?.closed
  expect(await closedFor(client)).toBeNull()
  const fixed = await step(creator, 'fix')
  expect(fixed.closed).toMatchObject({ by: { id: creator.id } })
  for (const user of [client, creator]) expect(await closedFor(user)).toEqual(fixed.closed)
  expect((await step(client, 'reopen')).closed).toBeNull()
  const declined = await step(client, 'decline')
  expect(declined.closed).toMatchObject({ by: { id: client.id } })
  const times = [fixed.closed?.at, declined.closed?.at].map((at) => Date.parse(at ?? ''))
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2 * minute)
  for (const user of [client, creator]) {
    const { items } = (await app.injectAs(user, listActivity, { params: { id: scene.scenario.projectId } })).reply
    const steps = items.filter(({ name }) => name.startsWith('pin.'))
    expect(steps.map(({ name, by }) => [name, by?.id])).toEqual([
      ['pin.decline', client.id],
      ['pin.reopen', client.id],
      ['pin.fix', creator.id],
    ])
    expect(steps[0]).toMatchObject({ milestoneId: scene.milestoneId, params: { number: 1 } })
  }
})

test('two users who pin at the same time get two numbers', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const pins = await Promise.all([client, creator, client, creator].map((by) => addPin(scene, by)))
  expect(pins.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('a pin must be on an asset of a version of its own milestone', async () => {
  const [scene, other] = [await deliveredChair(app), await deliveredChair(app)]
  const { client } = scene.scenario.parties
  const call = { params: { id: scene.milestoneId }, body: seatPinBody({ ...scene, assetId: other.assetId }) }
  expect((await app.injectAs(client, contract.addPin, call)).problem.code).toBe('pin.not-on-version')
  const flat = { params: { id: scene.milestoneId }, body: seatPinBody(scene, { normal: { x: 0, y: 0, z: 0 } }) }
  expect((await app.injectAs(client, contract.addPin, flat)).problem.code).toBe('pin.invalid-position')
  const elsewhere = { params: { id: scene.milestoneId }, body: seatPinBody(scene, { part: 'Old seat' }) }
  expect((await app.injectAs(client, contract.addPin, elsewhere)).problem).toMatchObject({
    code: 'pin.unknown-part',
    field: 'part',
  })
})

test('a removed pin can be restored within ten minutes; a pin with replies cannot be removed', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const pin = await addPin(scene, client)
  const params = { id: pin.id }
  const body = { expected: pin.version }
  expect((await app.injectAs(client, contract.removePin, { params, body })).reply).toEqual({ done: true })
  expect(await listPins(scene, creator)).toEqual([])
  const back = (await app.injectAs(client, contract.restorePin, { params })).reply
  expect(back.actions).toContain('remove')
  await app.injectAs(client, contract.removePin, { params, body: { expected: back.version } })
  await app.advance(11 * minute)
  expect((await app.injectAs(client, contract.restorePin, { params })).problem.code).toBe('pin.restore-expired')
  const stays = await addPin(scene, client)
  await app.injectAs(creator, contract.replyToPin, { params: { id: stays.id }, body: { text: 'Hm' } })
  const refused = await app.injectAs(client, contract.removePin, { params: { id: stays.id }, body: { expected: 0 } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'pin.has-replies'])
})

test('pins are carried over to version 2: 12 mm up with the seat, or marked as unsure', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const remainingPin = await addPin(scene, client)
  const lost = await addPin(scene, client, { part: 'Leg', position: { x: 0.02, y: 0.4, z: 0.02 } })
  const [seat] = chair(0.462)
  const next = await addVersion(scene.scenario, seat ? [seat] : [])
  await app.runUntilIdle()
  const pins = await listPins(scene, creator)
  const placeOf = (id: string) => pins.find((pin) => pin.id === id)?.places.at(-1)
  const carried = placeOf(remainingPin.id)
  expect(carried).toMatchObject({ deliverableId: next.deliverableId, assetId: next.assetId, status: 'carried' })
  expect((carried?.status === 'carried' ? carried.moved * 1000 : 0).toFixed(2)).toBe('12.00')
  expect(((placeOf(remainingPin.id)?.position.y ?? 0) * 1000).toFixed(1)).toBe('492.0')
  expect(placeOf(lost.id)).toMatchObject({ status: 'unsure', reason: 'part-gone', position: { y: 0.4 } })
  const anchor = pinAnchor.parse({ ...placeOf(lost.id), part: 'Seat' })
  const placed = await app.injectAs(client, contract.placePin, {
    params: { id: lost.id },
    body: { ...anchor, expected: lost.version },
  })
  expect(placed.reply.places.at(-1)).toMatchObject({ status: 'placed', part: 'Seat' })
  const carriedEvents = await app.deps.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'pins.carried')
    .execute()
  expect(carriedEvents.at(-1)?.data).toMatchObject({ carried: 1, unsure: 1 })
})

test('a round of changes consists of pins and text, and records which items came from which pin', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  const added = await addPin(scene, client)
  await app.injectAs(client, contract.replyToPin, { params: { id: added.id }, body: { text: 'Raise it by 12 mm' } })
  const [read] = await listPins(scene, client)
  const asked = await app.injectAs(client, contract.setPinChangeRequest, {
    params: { id: added.id },
    body: { messageId: read?.messages[1]?.id ?? '', expected: added.version },
  })
  expect(asked.reply).toMatchObject({ kind: 'change', requestMessageId: read?.messages[1]?.id })
  const milestone = await scene.scenario.milestone(1, creator)
  const version = milestone.deliverables.at(-1)
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '' }
  const submitted = await app.injectAs(creator, submitMilestone, {
    params: { id: milestone.id },
    body: { ...named, expected: milestone.version },
  })
  const body = { ...named, pinIds: [added.id], items: ['A darker oak'], expected: submitted.reply.version }
  const sent = (await app.injectAs(client, requestChanges, { params: { id: milestone.id }, body })).reply
  expect(sent.state).toBe('changes_requested')
  expect(sent.changes[0]?.items.map(({ text }) => text)).toEqual(['Raise it by 12 mm', 'A darker oak'])
  const { changes } = await scene.scenario.milestone()
  expect(changes[0]?.items.map(({ pinId }) => pinId)).toEqual([added.id, null])
  expect((await listPins(scene, creator))[0]).toMatchObject({
    round: 1,
    kind: 'change',
    actions: ['fix', 'decline', 'mark-gone', 'reply', 'place'],
  })
})

test('both parties receive an update at once', async () => {
  const scene = await deliveredChair(app)
  const { client, creator } = scene.scenario.parties
  await addPin(scene, client)
  await app.runUntilIdle()
  for (const person of [client, creator]) {
    const rows = await readStream(app.deps.db, { kind: 'user', id: person.id })
    const update = rows.filter(({ name }) => name === pinChanged.name).at(-1)
    expect(update?.payload).toMatchObject({ milestoneId: scene.milestoneId })
  }
})
