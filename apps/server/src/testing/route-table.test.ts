import { findPairing, startPairing } from '@veranda/contract/accounts/pairing-routes.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addSession, bookHeld, changeSchedule, holdSlot } from '@veranda/contract/bookings/routes.ts'
import { addDeliverable, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { openDirect, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listDevices } from '@veranda/contract/accounts/routes.ts'
import { addPin } from '@veranda/contract/pins/routes.ts'
import { addPiece, addService } from '@veranda/contract/talent/routes.ts'
import { type CommissionAction, commissionMachine } from '@veranda/core/commissions/commission-states.ts'
import { type MilestoneAction, milestoneMachine } from '@veranda/core/commissions/milestone-states.ts'
import { webmOf } from '@veranda/core/commissions/pins/test-voice.ts'
import { minor } from '@veranda/core/money/money.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRoom } from '../../seed/works/room.ts'
import { receiptContent } from '../features/payments/issue-receipts.ts'
import { makeCreator, Story } from '../features/commissions/testing/story.ts'
import type { ServedRoute } from '../http/serve.ts'
import { begin, idOf, uploadWork } from '../works/testing/upload.ts'
import { type Person, testApp, type TestApp } from './test-app.ts'
import { sendPicture } from '../works/testing/upload.ts'

let app: TestApp
let owner: Person
let other: Person
let stranger: Person
let operator: Person
/** Ids of things that belong to `owner` and `other` and to nobody else, by the name that the table below uses. */
const things: Record<string, string> = {}

beforeAll(async () => {
  app = await testApp()
  owner = await app.person('Olga Owner')
  other = await app.person('Otto Other', { role: 'creator' })
  stranger = await app.person('Stella Stranger')
  operator = await app.person('Opal Operator', { operator: true })
  await app.settle()
  const known = await app.deps.db.selectFrom('creators').select('person_id').where('person_id', '=', other.id).execute()
  if (known.length === 0) await makeCreator(app, other)
  const story = new Story(app, { client: owner, creator: other })
  await story.request()
  await story.offer()
  await story.accept()
  await story.fund()
  const { id: milestone } = await story.milestone()
  const direct = await app.injectAs(owner, openDirect, { body: { personId: other.id } })
  const sent = await app.injectAs(owner, sendMessage, {
    params: { id: direct.reply.id },
    body: { clientId: randomUUID(), message: 'hello' },
  })
  await app.settle()
  const told = await app.injectAs(owner, listNotifications, { query: {} })
  const devices = await app.injectAs(owner, listDevices)
  things['project'] = story.projectId
  things['commission'] = story.id
  things['milestone'] = milestone
  things['conversation'] = direct.reply.id
  things['message'] = sent.reply.id
  things['notification'] = told.reply.items[0]?._id ?? ''
  things['device'] = devices.reply.items[0]?.id ?? ''
  things['file'] = await upload(owner)
  things['upload'] = idOf(await begin(app, owner, 'begun.pdf', 100))
  things['work'] = (await uploadWork(app, owner, 'room.glb', await makeRoom())).id
  things['charge'] = (await chargeOf(milestone)) ?? randomUUID()
  things['booking'] = await bookSession()
  Object.assign(things, await setPin(milestone))
  const { code } = (await app.injectAs(null, startPairing)).reply
  things['pairing'] = (await app.injectAs(owner, findPairing, { body: { code } })).reply.id
  Object.assign(things, await onThePageOf(other), await afterTheWork(story))
  things['nothing'] = randomUUID()
})
afterAll(() => app.close())

const view = {
  eye: [1, 1, 1] as [number, number, number],
  target: [0, 0, 0] as [number, number, number],
  settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio' as const, sizes: false },
}
const anchorOn = (deliverableId: string, workId: string) => {
  const [position, normal] = [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
  ]
  return { deliverableId, workId, part: 'Floor', position, normal, view }
}

/** A pin on a version that is before its client. */
async function setPin(milestone: string): Promise<Record<string, string>> {
  const work = await uploadWork(app, other, 'room.glb', await makeRoom())
  const params = { id: milestone }
  const added = await app.injectAs(other, addDeliverable, { params, body: { notes: 'n', works: [work.id] } })
  const { id: deliverableId = '', hash = '' } = added.reply.deliverables[0] ?? {}
  const body = { deliverableId, hash, expected: added.reply.version }
  await app.injectAs(other, submitMilestone, { params, body })
  const voice = Buffer.from(webmOf(1_000)).toString('base64')
  const pin = { ...anchorOn(deliverableId, work.id), text: 'here', voice, change: false }
  const { id, messages } = (await app.injectAs(owner, addPin, { params, body: pin })).reply
  return { pin: id, 'pin-message': messages[0]?.id ?? '' }
}

const session = {
  title: 's',
  description: '',
  price: null,
  minutes: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeMinutes: 0,
  horizonDays: 30,
  incrementMinutes: 30,
  perDay: null,
  perWeek: null,
  confirmation: 'at-once' as const,
  policy: [],
}

/** A service and a piece of somebody's page. */
async function onThePageOf(creator: Person): Promise<Record<string, string>> {
  const service = { title: 's', description: '', unit: 'project' as const, deliveryDays: null }
  const price = { amount: 10_000, currency: 'EUR' }
  await app.injectAs(creator, addService, { body: { ...service, price } })
  const piece = { title: 'p', description: '', fileId: await upload(creator) }
  const { services, portfolio } = (await app.injectAs(creator, addPiece, { body: piece })).reply
  return { service: services[0]?.id ?? '', piece: portfolio[0]?.id ?? '' }
}

/** A receipt of `owner` and a review that both can see, as a released milestone and a completed commission leave them. */
async function afterTheWork(story: Story): Promise<Record<string, string>> {
  const [receipt, review] = [randomUUID(), randomUUID()]
  const at = new Date(app.clock.now())
  const facts = {
    project: null,
    milestone: 'm',
    client: { name: owner.name, email: owner.email },
    creator: { name: other.name, email: other.email },
    version: null,
    chargedAt: app.clock.now(),
    methodLast4: null,
  }
  const amounts = { amount: minor(100), clientFee: minor(5), creatorFee: minor(10), currency: 'EUR' as const }
  const content = receiptContent('client', { id: receipt, number: 'R-1', at: app.clock.now() }, facts, amounts)
  const about = { milestone_id: randomUUID(), side: 'client' as const, person_id: owner.id, number: 'R-1' }
  await app.deps.db
    .insertInto('receipts')
    .values({ id: receipt, ...about, total: 105, currency: 'EUR', issued_at: at, content: JSON.stringify(content) })
    .execute()
  const sides = { commission_id: story.id, by_id: owner.id, about_id: other.id }
  await app.deps.db
    .insertInto('reviews')
    .values({ id: review, ...sides, stars: 5, text: 'good', created_at: at, published_at: at })
    .execute()
  return { receipt, review }
}

/** A session that `owner` has booked with `other`. */
async function bookSession(): Promise<string> {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  const schedule = { timeZone: 'UTC', weekly, overrides: [], absences: [], travels: [], expected: 0 }
  await app.injectAs(other, changeSchedule, { body: schedule })
  const { id: serviceId } = (await app.injectAs(other, addSession, { body: session })).reply
  things['session'] = serviceId
  const at = new Date(Math.ceil(app.clock.now() / 86_400_000 + 1) * 86_400_000).toISOString()
  const { id } = (await app.injectAs(owner, holdSlot, { body: { serviceId, at, timeZone: 'UTC' } })).reply
  await app.injectAs(owner, bookHeld, { params: { id }, body: { expected: 1 } })
  return id
}

async function chargeOf(milestone: string): Promise<string | undefined> {
  const found = await app.deps.db.selectFrom('charges').select('id').where('milestone_id', '=', milestone).execute()
  return found[0]?.id
}

async function upload(who: Person): Promise<string> {
  const payload = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a3fcb' } })
    .png()
    .toBuffer()
  return (await sendPicture(app, who, 'a.png', payload)).id
}

const hash = 'a'.repeat(64)
const expected = 0
const anchor = anchorOn(randomUUID(), randomUUID())
const versioned = { deliverableId: randomUUID(), hash, expected }
const offer = {
  content: {
    scope: 's',
    rights: 'full',
    currency: 'EUR',
    milestones: [
      { title: 't', description: '', amount: 100, dueAt: new Date(Date.now() + 30 * 86_400_000).toISOString() },
    ],
    reviewRounds: 1,
    reviewWindowDays: 14,
  },
  reason: null,
  expected,
}

/** What a call of each route needs to get past its parsing: whose thing its id names, its query and its body. */
const calls: Record<string, { id?: string; params?: object; query?: object; body?: object }> = {
  'DELETE /accounts/devices/:id': { id: 'device' },
  'GET /files/:id': { id: 'file' },
  'GET /files/:id/facts': { id: 'file' },
  'DELETE /files/:id': { id: 'file' },
  'HEAD /uploads/:id': { id: 'upload' },
  'PATCH /uploads/:id': { id: 'upload' },
  'DELETE /uploads/:id': { id: 'upload' },
  'GET /works/:id': { id: 'work' },
  'GET /works/:id/model': { id: 'work' },
  'GET /works/:id/headset': { id: 'work' },
  'GET /works/:id/thumbnail': { id: 'work' },
  'GET /works/:id/original': { id: 'work' },
  'DELETE /works/:id': { id: 'work' },
  'GET /projects/:id': { id: 'project' },
  'POST /projects/:id/cancel': { id: 'project', body: { reason: '', expected } },
  'GET /projects/:id/activity': { id: 'project' },
  'GET /commissions/:id': { id: 'commission' },
  'POST /commissions/:id/offers': { id: 'commission', body: offer },
  'POST /commissions/:id/counter-offers': { id: 'commission', body: offer },
  'POST /commissions/:id/accept': { id: 'commission', body: { offerId: randomUUID(), hash, terms: 1, expected } },
  'POST /commissions/:id/decline': { id: 'commission', body: { reason: '', expected } },
  'POST /commissions/:id/withdraw': { id: 'commission', body: { reason: '', expected } },
  'GET /commissions/:id/reviews': { id: 'commission' },
  'POST /commissions/:id/reviews': { id: 'commission', body: { stars: 5, text: '' } },
  'POST /reviews/:id/answer': { id: 'review', body: { text: 'thanks' } },
  'POST /milestones/:id/fund': { id: 'milestone', body: { method: 'card_succeeds', expected } },
  'POST /milestones/:id/start': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/deliverables': { id: 'milestone', body: { notes: 'n', fileIds: [randomUUID()] } },
  'POST /milestones/:id/submit': { id: 'milestone', body: versioned },
  'POST /milestones/:id/withdraw': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/request-changes': { id: 'milestone', body: { ...versioned, items: ['x'] } },
  'POST /milestones/:id/approve': { id: 'milestone', body: versioned },
  'GET /milestones/:id/pins': { id: 'milestone' },
  'POST /milestones/:id/pins': { id: 'milestone', body: { ...anchor, text: 't', change: false } },
  'POST /milestones/:id/request-pinned-changes': { id: 'milestone', body: { ...versioned, pinIds: [], items: ['x'] } },
  'POST /pins/:id/place': { id: 'pin', body: { ...anchor, expected } },
  'GET /pin-messages/:id/voice': { id: 'pin-message' },
  'POST /pins/:id/messages': { id: 'pin', body: { text: 't' } },
  'POST /pins/:id/state': { id: 'pin', body: { action: 'fix', text: '', expected } },
  'POST /pins/:id/ask': { id: 'pin', body: { messageId: null, expected } },
  'POST /pins/:id/remove': { id: 'pin', body: { expected } },
  'POST /pins/:id/restore': { id: 'pin' },
  'GET /payments/receipts/:id': { id: 'receipt' },
  'GET /payments/charges/:id': { id: 'charge' },
  'POST /payments/charges/:id/confirm': { id: 'charge', body: { code: '123456' } },
  'GET /conversations/:id': { id: 'conversation' },
  'GET /conversations/:id/messages': { id: 'conversation' },
  'POST /conversations/:id/messages': { id: 'conversation', body: { clientId: randomUUID(), message: 'x' } },
  'PUT /conversations/:id/read': { id: 'conversation', body: { seq: 1 } },
  'PUT /messages/:id': { id: 'message', body: { message: 'x' } },
  'DELETE /messages/:id': { id: 'message' },
  'PUT /notifications/:id/read': { id: 'notification' },
  'PUT /notifications/:id/unread': { id: 'notification' },
  'DELETE /notifications/:id': { id: 'notification' },
  'GET /notifications/:id/why': { id: 'notification' },
  'PUT /profile/sessions/:id': { id: 'session', body: session },
  'DELETE /profile/sessions/:id': { id: 'session' },
  'GET /bookings/:id': { id: 'booking' },
  'POST /bookings/:id/book': { id: 'booking', body: { expected } },
  'POST /bookings/:id/pay': { id: 'booking', body: { expected, method: 'card_succeeds' } },
  'POST /bookings/:id/give-back': { id: 'booking', body: { expected } },
  'POST /bookings/:id/confirm': { id: 'booking', body: { expected } },
  'POST /bookings/:id/decline': { id: 'booking', body: { expected, reason: '' } },
  'POST /bookings/:id/move': { id: 'booking', body: { expected, at: '2030-01-01T00:00:00Z' } },
  'POST /bookings/:id/proposal': { id: 'booking', body: { expected, at: '2030-01-01T00:00:00Z' } },
  'POST /bookings/:id/proposal/accept': { id: 'booking', body: { expected } },
  'POST /bookings/:id/proposal/decline': { id: 'booking', body: { expected } },
  'GET /bookings/:id/cancellation': { id: 'booking' },
  'POST /bookings/:id/cancel': { id: 'booking', body: { expected, reason: '', refund: null } },
  'POST /bookings/:id/complete': { id: 'booking', body: { expected } },
  'GET /bookings/:id/calendar.ics': { id: 'booking' },
  'GET /operator/bookings/:id': { id: 'nothing' },
  'POST /operator/bookings/:id/cancel': { id: 'nothing', body: { expected, reason: '' } },
  'POST /operator/bookings/:id/overturn': { id: 'nothing', body: { expected, outcome: 'completed', reason: 'r' } },
  'POST /accounts/pairings/:id/approve': { id: 'pairing', body: { match: '12' } },
  'GET /rooms/:id': { id: 'project' },
  'GET /rooms/:id/endpoint': { id: 'project' },
  'GET /rooms/:id/works': { id: 'project' },
  'POST /rooms/:id/invites': { id: 'project' },
  'POST /rooms/:id/guests': { id: 'project', body: { token: 'x'.repeat(32) } },
  'PATCH /rooms/:id/people/:personId': { id: 'project', params: { personId: randomUUID() }, body: { role: 'guest' } },
  'DELETE /rooms/:id/people/:personId': { id: 'project', params: { personId: randomUUID() } },
  'GET /rooms/:id/records': { id: 'project' },
  'PUT /rooms/:id/records/:key': { id: 'project', params: { key: 'tools' }, body: { expected, value: null } },
  'DELETE /profile/services/:id': { id: 'service' },
  'DELETE /profile/portfolio/:id': { id: 'piece' },
}
/** Pages that anybody signed in may open, whoever they are about. */
const open = new Set([
  'GET /talent/:id',
  'GET /talent/:id/reviews',
  'GET /talent/:id/sessions',
  'GET /sessions/:id/slots',
])

const nameOf = ({ route }: ServedRoute) => `${route.method} ${route.path}`

function inject(who: Person | null, served: ServedRoute, id?: string) {
  // The table holds what fits each route; here it is only handed on.
  const more = calls[nameOf(served)]
  const call = { ...more, params: { id, ...more?.params }, key: randomUUID() } as never
  return app.injectAs(who, served.route, call)
}

test('every route says who may call it, and the printed table is up to date', () => {
  const rows = app.app.routes.map((served) => `| \`${nameOf(served)}\` | ${served.standing.who.sentence} |`).toSorted()
  expect(rows.length).toBeGreaterThan(50)
  expect(app.app.routes.every(({ standing }) => standing.who.sentence.length > 0)).toBe(true)
  const table = `# Who may call which route\n\nMade from the routes themselves; the test beside it runs every line against every role. Paths are below \`/api\`.\n\n| Route | Who |\n|---|---|\n${rows.join('\n')}\n`
  const file = join(import.meta.dirname, '../../../../docs/routes.md')
  if (process.env['WRITE_ROUTES'] === '1') writeFileSync(file, table)
  expect(readFileSync(file, 'utf8')).toBe(table)
})

test('every route that names a thing has a line in the table of ownership', () => {
  const named = app.app.routes.filter(({ route }) => route.path.includes(':id')).map(nameOf)
  expect(named.filter((name) => calls[name]?.id === undefined && !open.has(name))).toEqual([])
  expect(Object.keys(calls).filter((name) => !named.includes(name))).toEqual([])
})

test('to somebody signed out every route that needs a person answers 401, and an operator one is not there', async () => {
  expect(app.app.routes.some(({ standing }) => standing.who.kind === 'signed-in')).toBe(true)
  for (const served of app.app.routes) {
    const { kind } = served.standing.who
    const { status } = await inject(null, served, things['nothing'])
    if (kind.startsWith('signed-in')) expect(status, nameOf(served)).toBe(401)
    if (kind === 'operator') expect([401, 404], nameOf(served)).toContain(status)
    if (kind === 'webhook') expect([400, 401, 403], nameOf(served)).toContain(status)
  }
})

test("somebody else's thing is not found, exactly as one that does not exist", async () => {
  for (const served of app.app.routes) {
    const name = nameOf(served)
    const thing = calls[name]?.id
    if (thing === undefined) continue
    const theirs = await inject(stranger, served, things[thing])
    const absent = await inject(stranger, served, randomUUID())
    expect(theirs.status, `${name} for a stranger`).toBe(404)
    expect(absent.status, `${name} for nothing`).toBe(404)
    // The answer to HEAD has no body.
    if (served.route.method !== 'HEAD') expect(theirs.problem.code, name).toBe(absent.problem.code)
    const asOperator = await inject(operator, served, things[thing])
    expect(asOperator.status, `${name} for an operator without a part in it`).toBe(404)
  }
})

test('its own people find each thing', async () => {
  for (const served of app.app.routes) {
    const name = nameOf(served)
    const thing = calls[name]?.id
    if (thing === undefined || thing === 'nothing' || thing === 'charge' || served.route.method !== 'GET') continue
    expect((await inject(owner, served, things[thing])).status, name).toBe(200)
  }
})

test('the line of every route but an operator’s names a thing that is there, and its own person can use it', async () => {
  const unnamed = Object.keys(calls).filter((name) => calls[name]?.id === 'nothing')
  expect(unnamed.filter((name) => !name.includes('/operator/'))).toEqual([])
  for (const name of ['DELETE /profile/services/:id', 'DELETE /profile/portfolio/:id', 'POST /reviews/:id/answer']) {
    const served = app.app.routes.find((route) => nameOf(route) === name)
    if (!served) throw new Error(`there is no ${name}`)
    expect((await inject(other, served, things[calls[name]?.id ?? ''])).status, name).toBe(200)
  }
})

/** The step of the machines that each command of one side takes. */
const offersOf = (action: CommissionAction) => commissionMachine.steps.filter((step) => step.action === action)
const worksOf = (action: MilestoneAction) => milestoneMachine.steps.filter((step) => step.action === action)
const steps: Record<string, readonly { readonly who: readonly string[] }[]> = {
  'POST /commissions/:id/offers': offersOf('make-offer'),
  'POST /commissions/:id/counter-offers': offersOf('counter-offer'),
  'POST /commissions/:id/accept': offersOf('accept-offer'),
  'POST /milestones/:id/fund': worksOf('fund'),
  'POST /milestones/:id/start': worksOf('start'),
  'POST /milestones/:id/submit': worksOf('submit'),
  'POST /milestones/:id/withdraw': worksOf('withdraw-submission'),
  'POST /milestones/:id/request-changes': worksOf('request-changes'),
  'POST /milestones/:id/approve': worksOf('approve'),
}

test('a command of one side says which side it is, as the machines have it', () => {
  for (const [name, taken] of Object.entries(steps)) {
    const sides = new Set(taken.flatMap(({ who }) => who).filter((who) => who === 'client' || who === 'creator'))
    const served = app.app.routes.find((one) => nameOf(one) === name)
    const sentence = `The ${[...sides].join(' and ')} of the commission alone; absent for strangers.`
    expect([name, served?.standing.who.sentence]).toEqual([name, sentence])
  }
})

test('what everybody signed in may read does not claim to be theirs alone', async () => {
  for (const { route, standing } of app.app.routes) {
    if (!/^\/talent(\/:id(\/reviews)?)?$/.test(route.path)) continue
    expect([route.path, standing.who.sentence]).toEqual([route.path, 'Anyone signed in, whoever they are.'])
  }
})

test('a route for operators is absent for everybody else', async () => {
  for (const served of app.app.routes) {
    if (served.standing.who.kind !== 'operator') continue
    for (const who of [owner, other, stranger]) {
      expect((await inject(who, served, randomUUID())).status, nameOf(served)).toBe(404)
    }
  }
})

test('reviews of a commission that one has no part in cannot be written', async () => {
  const params = { id: things['commission'] ?? '' }
  const { status } = await app.injectAs(stranger, writeReview, { params, body: { stars: 1, text: '' } })
  expect(status).toBe(404)
})
