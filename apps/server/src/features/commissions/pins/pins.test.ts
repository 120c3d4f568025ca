import * as contract from '@veranda/contract/pins/routes.ts'
import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../log/stream.ts'
import { type Person, type TestApp } from '../../../testing/test-app.ts'
import { add, addVersion, chair, delivered, list, onSeat, type Scene } from '../testing/pinned-scene.ts'
import { commissionsApp } from '../testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

async function guestOf(scene: Scene): Promise<Person> {
  const guest = await app.person('Gus Guest')
  const now = new Date(app.clock.now())
  await sql`insert into project_members (project_id, person_id, part, joined_at, project_updated_at)
    values (${scene.story.projectId}, ${guest.id}, 'guest', ${now}, ${now})`.execute(app.deps.db)
  return guest
}

test('both sides and a guest pin, answer and see the same thread; a stranger finds nothing', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const guest = await guestOf(scene)
  const stranger = await app.person('Sam Stranger')
  const first = await add(scene, client)
  const second = await add(scene, guest, { part: 'Leg', text: 'Nice leg' })
  expect([first.number, second.number]).toEqual([1, 2])
  await app.injectAs(creator, contract.answerPin, { params: { id: first.id }, body: { text: 'By how much?' } })
  for (const person of [client, creator, guest]) {
    const pins = await list(scene, person)
    expect(pins.map(({ messages }) => messages.map(({ text }) => text))).toEqual([
      ['The seat is too low', 'By how much?'],
      ['Nice leg'],
    ])
  }
  expect((await list(scene, guest)).map(({ may }) => may.actions)).toEqual([[], []])
  const params = { id: first.id }
  const answers = await Promise.all([
    app.injectAs(stranger, contract.listPins, { params: { id: scene.milestoneId } }),
    app.injectAs(stranger, contract.addPin, { params: { id: scene.milestoneId }, body: onSeat(scene) }),
    app.injectAs(stranger, contract.answerPin, { params, body: { text: 'Hello' } }),
    app.injectAs(stranger, contract.movePin, { params, body: { action: 'fix', text: '', expected: 0 } }),
    app.injectAs(null, contract.listPins, { params: { id: scene.milestoneId } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401])
})

test('a guest decides nothing, and a creator asks for nothing', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const guest = await guestOf(scene)
  const pin = await add(scene, client)
  const params = { id: pin.id }
  const move = { action: 'fix', text: '', expected: pin.version } as const
  const refused = await app.injectAs(guest, contract.movePin, { params, body: move })
  expect([refused.status, refused.problem.code]).toEqual([403, 'pin.not-your-step'])
  const asked = await app.injectAs(creator, contract.askPin, {
    params,
    body: { messageId: pin.messages[0]?.id ?? '', expected: pin.version },
  })
  expect(asked.problem.code).toBe('pin.not-your-step')
  const change = await app.injectAs(creator, contract.addPin, {
    params: { id: scene.milestoneId },
    body: onSeat(scene, { change: true }),
  })
  expect(change.problem.code).toBe('pin.not-your-step')
})

test('of two people who close a pin at the same moment, one does, and the other hears that it changed', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const pin = await add(scene, client)
  const params = { id: pin.id }
  const answers = await Promise.all([
    app.injectAs(client, contract.movePin, { params, body: { action: 'decline', text: '', expected: pin.version } }),
    app.injectAs(creator, contract.movePin, {
      params,
      body: { action: 'fix', text: 'Raised it', expected: pin.version },
    }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [after] = await list(scene, client)
  expect(after?.version).toBe(1)
})

test('two people who pin at the same moment get two numbers', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const pins = await Promise.all([client, creator, client, creator].map((by) => add(scene, by)))
  expect(pins.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('a pin belongs on a work of a version of its own milestone', async () => {
  const [scene, other] = [await delivered(app), await delivered(app)]
  const { client } = scene.story.people
  const call = { params: { id: scene.milestoneId }, body: onSeat({ ...scene, workId: other.workId }) }
  expect((await app.injectAs(client, contract.addPin, call)).problem.code).toBe('pin.not-on-version')
  const flat = { params: { id: scene.milestoneId }, body: onSeat(scene, { normal: { x: 0, y: 0, z: 0 } }) }
  expect((await app.injectAs(client, contract.addPin, flat)).problem.code).toBe('pin.no-place')
  const elsewhere = { params: { id: scene.milestoneId }, body: onSeat(scene, { part: 'Old seat' }) }
  expect((await app.injectAs(client, contract.addPin, elsewhere)).problem).toMatchObject({
    code: 'pin.no-part',
    field: 'part',
  })
})

test('a pin taken away is gone, and back within ten minutes; once answered it stays', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const pin = await add(scene, client)
  const params = { id: pin.id }
  const body = { expected: pin.version }
  expect((await app.injectAs(client, contract.removePin, { params, body })).reply).toEqual({ done: true })
  expect(await list(scene, creator)).toEqual([])
  const back = (await app.injectAs(client, contract.restorePin, { params })).reply
  expect(back.may.remove).toBe(true)
  await app.injectAs(client, contract.removePin, { params, body: { expected: back.version } })
  await app.advance(11 * minute)
  expect((await app.injectAs(client, contract.restorePin, { params })).problem.code).toBe('pin.undo-over')
  const stays = await add(scene, client)
  await app.injectAs(creator, contract.answerPin, { params: { id: stays.id }, body: { text: 'Hm' } })
  const refused = await app.injectAs(client, contract.removePin, { params: { id: stays.id }, body: { expected: 0 } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'pin.answered'])
})

test('version 2 takes the pins along: 12 mm up with the seat, or in need of a hand', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const kept = await add(scene, client)
  const lost = await add(scene, client, { part: 'Leg', position: { x: 0.02, y: 0.4, z: 0.02 } })
  const [seat] = chair(0.462)
  const next = await addVersion(scene.story, seat ? [seat] : [])
  await app.settle()
  const pins = await list(scene, creator)
  const placeOf = (id: string) => pins.find((pin) => pin.id === id)?.places.at(-1)
  expect(placeOf(kept.id)).toMatchObject({
    deliverableId: next.deliverableId,
    workId: next.workId,
    standing: 'carried',
  })
  expect(((placeOf(kept.id)?.moved ?? 0) * 1000).toFixed(2)).toBe('12.00')
  expect(((placeOf(kept.id)?.position.y ?? 0) * 1000).toFixed(1)).toBe('492.0')
  expect(placeOf(lost.id)).toMatchObject({ standing: 'unsure', reason: 'part-gone', position: { y: 0.4 } })
  const { standing: _, moved: __, reason: ___, ...anchor } = { ...placeOf(lost.id), part: 'Seat' } as Pin['places'][0]
  const placed = await app.injectAs(client, contract.placePin, {
    params: { id: lost.id },
    body: { ...anchor, expected: lost.version },
  })
  expect(placed.reply.places.at(-1)).toMatchObject({ standing: 'placed', reason: null, part: 'Seat' })
  const told = await app.deps.db.selectFrom('events').select('data').where('type', '=', 'pins.carried').execute()
  expect(told.at(-1)?.data).toMatchObject({ carried: 1, unsure: 1 })
})

test('a round of changes is made of pins and text, and says which items came from which pin', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const added = await add(scene, client)
  await app.injectAs(client, contract.answerPin, { params: { id: added.id }, body: { text: 'Raise it by 12 mm' } })
  const [read] = await list(scene, client)
  const asked = await app.injectAs(client, contract.askPin, {
    params: { id: added.id },
    body: { messageId: read?.messages[1]?.id ?? '', expected: added.version },
  })
  expect(asked.reply).toMatchObject({ kind: 'change', askedMessageId: read?.messages[1]?.id })
  const milestone = await scene.story.milestone(1, creator)
  const version = milestone.deliverables.at(-1)
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '' }
  const submitted = await app.injectAs(creator, submitMilestone, {
    params: { id: milestone.id },
    body: { ...named, expected: milestone.version },
  })
  const body = { ...named, pinIds: [added.id], items: ['A darker oak'], expected: submitted.reply.version }
  const sent = (await app.injectAs(client, contract.requestPinnedChanges, { params: { id: milestone.id }, body })).reply
  expect(sent.state).toBe('changes_requested')
  expect(sent.changes[0]?.items.map(({ text }) => text)).toEqual(['Raise it by 12 mm', 'A darker oak'])
  const { changes } = await scene.story.milestone()
  expect(changes[0]?.items.map(({ pinId }) => pinId)).toEqual([added.id, null])
  expect((await list(scene, creator))[0]).toMatchObject({
    round: 1,
    kind: 'change',
    may: { ask: false, remove: false },
  })
})

test('everybody who sees the pins hears at once that they are different', async () => {
  const scene = await delivered(app)
  const { client, creator } = scene.story.people
  const guest = await guestOf(scene)
  await add(scene, client)
  await app.settle()
  for (const person of [client, creator, guest]) {
    const rows = await readStream(app.deps.db, { kind: 'person', id: person.id })
    const update = rows.filter(({ name }) => name === 'pin_update').at(-1)
    expect(update?.payload).toMatchObject({ milestoneId: scene.milestoneId })
  }
})
