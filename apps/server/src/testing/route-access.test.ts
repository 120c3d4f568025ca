import { findPairing, startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { addHourlyService, bookReservation, changeSchedule, reserveSlot } from '@veranda/contract/bookings/routes.ts'
import { addPin } from '@veranda/contract/commissions/pins/routes.ts'
import {
  addDeliverable,
  proposeChangeOrder,
  proposeSettlement,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { addPushDevice, listNotifications } from '@veranda/contract/notifications/routes.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { askWorkConsent, listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { addPortfolioItem, addPackageService } from '@veranda/contract/talent/routes.ts'
import { type MilestoneAction, milestoneMachine } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type CommissionAction, commissionMachine } from '@veranda/core/commissions/offers/commission-states.ts'
import { createWebm } from '@veranda/core/commissions/pins/testing/voice-recordings.ts'
import { minor } from '@veranda/core/money/money.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLibrary } from '../../seed/assets/library.ts'
import { CommissionScenario, makeCreator } from '../features/commissions/testing/commission-scenario.ts'
import { makeTestSubscription } from '../gateways/push/testing/test-push-service.ts'
import { receiptContent } from '../features/payments/invoices/issue-receipts.ts'
import { beginUpload, uploadIdOf, uploadImage } from '../platform/assets/testing/upload-client.ts'
import { addTurntable, uploadConvertedModel } from '../platform/assets/testing/upload-converted-model.ts'
import { type ServerRoute } from '../platform/http/route.ts'
import {
  credentialsOf,
  encodePath,
  isSameVerdict,
  isWrite,
  nameOf,
  otherSpellings,
  rulingHeaders,
  sendCall,
} from './route-calls.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
let stranger: TestUser
let admin: TestUser
/** Ids of what belongs to `owner` and `other` only, by the names used in the table below. */
const ownedIds: Record<string, string> = {}

beforeAll(async () => {
  app = await testApp()
  owner = await app.createUser('Olga Owner')
  other = await app.createUser('Otto Other', { role: 'creator' })
  stranger = await app.createUser('Stella Stranger')
  admin = await app.createUser('Opal Admin', { isAdmin: true })
  await app.runUntilIdle()
  const known = await app.deps.db.selectFrom('creators').select('user_id').where('user_id', '=', other.id).execute()
  if (known.length === 0) await makeCreator(app, other)
  const story = new CommissionScenario(app, { client: owner, creator: other })
  await story.request()
  await story.makeOffer()
  await story.accept()
  await story.fund()
  const { id: milestone } = await story.milestone()
  const direct = await app.injectAs(owner, openDirectConversation, { body: { userId: other.id } })
  const sent = await app.injectAs(owner, sendMessage, {
    params: { id: direct.reply.id },
    body: { clientId: randomUUID(), message: 'hello' },
  })
  await app.runUntilIdle()
  const notifications = await app.injectAs(owner, listNotifications, { query: {} })
  const devices = await app.injectAs(owner, listDevices)
  ownedIds['project'] = story.projectId
  ownedIds['commission'] = story.id
  ownedIds['milestone'] = milestone
  ownedIds['conversation'] = direct.reply.id
  ownedIds['message'] = sent.reply.id
  ownedIds['notification'] = notifications.reply.items[0]?._id ?? ''
  ownedIds['device'] = devices.reply.items[0]?.id ?? ''
  ownedIds['file'] = await upload(owner)
  ownedIds['upload'] = uploadIdOf(await beginUpload(app, owner, 'begun.pdf', 100))
  const asset = await uploadConvertedModel(app, owner, 'room.glb', await makeLibrary())
  await addTurntable(app, asset)
  ownedIds['asset'] = asset.id
  ownedIds['charge'] = (await chargeOf(milestone)) ?? randomUUID()
  ownedIds['booking'] = await bookSession()
  Object.assign(ownedIds, await addPinToVersion(milestone))
  ownedIds['settlement'] = await addSettlement(story)
  ownedIds['change-order'] = await addChangeOrder(story)
  ownedIds['top-up'] = await addTopUp(milestone, ownedIds['change-order'])
  const { code } = (await app.injectAs(null, startPairing)).reply
  ownedIds['pairing'] = (await app.injectAs(owner, findPairing, { body: { code } })).reply.id
  Object.assign(ownedIds, await addProfileItems(other), await addReceiptAndReview(story))
  ownedIds['consent'] = await askForConsent(story.projectId)
  ownedIds['passkey'] = await addPasskey(owner)
  const { endpoint, keys } = makeTestSubscription('https://fcm.googleapis.com/fcm/send/1')
  ownedIds['push-device'] = (await app.injectAs(owner, addPushDevice, { body: { endpoint, keys } })).reply.id
  const ticket = { email: owner.email, message: 'How do I enter the room?' }
  ownedIds['ticket'] = (await app.injectAs(owner, fileTicket, { body: ticket })).reply.id
  ownedIds['project-proposal'] = await addProposal(story.projectId)
  ownedIds['dispute'] = await addDispute(milestone, story.id)
  ownedIds['nothing'] = randomUUID()
})
afterAll(() => app.close())

/** Writes a passkey, whose key signs nothing. */
async function addPasskey({ id: userId }: TestUser): Promise<string> {
  const id = randomUUID()
  const facts = { counter: 0, transports: [], backed_up: false, verifies_user: true, name: 'Phone' }
  const row = { id, user_id: userId, credential_id: id, public_key: '', ...facts, created_at: new Date() }
  await app.deps.db
    .insertInto('passkeys')
    .values({ ...row, last_used_at: null })
    .execute()
  return id
}

/** Writes a proposal to complete a project that was withdrawn. */
async function addProposal(projectId: string): Promise<string> {
  const id = randomUUID()
  const row = { id, project_id: projectId, author_id: owner.id, state: 'withdrawn' as const }
  await app.deps.db
    .insertInto('project_proposals')
    .values({ ...row, created_at: new Date(), ended_at: new Date() })
    .execute()
  return id
}

/** Writes a dispute that was withdrawn. */
async function addDispute(milestoneId: string, commissionId: string): Promise<string> {
  const id = randomUUID()
  const at = new Date()
  const times = { opened_at: at, answer_by: at, mediation_ends_at: at, decide_by: at, ended_at: at }
  const sums = { amount: 1, currency: 'EUR', wish_release: 0, wish_refund: 1 }
  const facts = { opener: 'client', opener_id: owner.id, state: 'withdrawn', reason: 'other' } as const
  const row = { id, milestone_id: milestoneId, commission_id: commissionId, ...facts, ...sums, ...times }
  await app.deps.db.insertInto('disputes').values(row).execute()
  return id
}
const evidence = { text: 't', assetIds: [], deliverableIds: [], pinIds: [], messageIds: [] }
const disputed = { amount: 1, reason: 'other', wish: { release: 0, refund: 1 } }

const view = {
  eye: [1, 1, 1] as [number, number, number],
  target: [0, 0, 0] as [number, number, number],
  settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio' as const, sizes: false },
}
const anchorOn = (deliverableId: string, assetId: string) => {
  const [position, normal] = [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
  ]
  return { deliverableId, assetId, part: 'Floor', position, normal, view }
}

/** Proposes to divide the milestone in escrow. */
async function addSettlement(story: CommissionScenario): Promise<string> {
  const { id: milestoneId, version } = await story.milestone()
  const body = { ...settlementOf(milestoneId), lines: [{ ...sharesOf(milestoneId), version }] }
  const { settlements } = (await app.injectAs(owner, proposeSettlement, { params: { id: story.id }, body })).reply
  return settlements[0]?.id ?? ''
}

const sharesOf = (milestoneId: string) => ({ kind: 'shares' as const, milestoneId, version: 1, release: 1, refund: 1 })
const settlementOf = (milestoneId: string) => ({
  lines: [sharesOf(milestoneId)],
  endsCommission: false,
  reason: 'Enough',
})

/** Proposes to add a milestone to the contract, whose present one is in review. */
async function addChangeOrder(story: CommissionScenario): Promise<string> {
  const { id: milestoneId, version, title, description, price, dueAt, rounds } = await story.milestone()
  const kept = { ref: { milestoneId, version }, title, description, amount: price.amount, dueAt, reviewRounds: rounds }
  const body = { ...changeOrderOf(), scope: 'More', milestones: [kept] }
  const { changeOrders } = (await app.injectAs(owner, proposeChangeOrder, { params: { id: story.id }, body })).reply
  return changeOrders[0]?.id ?? ''
}

async function addTopUp(milestone_id: string, change_order_id: string): Promise<string> {
  const id = randomUUID()
  const terms = { title: 'More', description: '', amount: minor(200), dueAt: toIso(app.clock.now()), reviewRounds: 1 }
  const at = new Date(app.clock.now())
  const row = { id, milestone_id, change_order_id, terms: JSON.stringify(terms), price: 100, client_fee: 5 }
  const none = { attempt_id: null, attempt_expires_at: null, ended_at: null }
  await app.deps.db
    .insertInto('top_ups')
    .values({ ...row, ...none, state: 'waiting', expires_at: at, created_at: at })
    .execute()
  return id
}

const changeOrderOf = () => ({ scope: 's', rights: 'full' as const, milestones: [], dropped: [], reason: 'More' })

/** Adds a pin to a submitted version. */
async function addPinToVersion(milestone: string): Promise<Record<string, string>> {
  const work = await uploadConvertedModel(app, other, 'room.glb', await makeLibrary())
  const params = { id: milestone }
  const added = await app.injectAs(other, addDeliverable, { params, body: { notes: 'n', assetIds: [work.id] } })
  const { id: deliverableId = '', hash = '' } = added.reply.deliverables[0] ?? {}
  const body = { deliverableId, hash, expected: added.reply.version }
  await app.injectAs(other, submitMilestone, { params, body })
  const voice = Buffer.from(createWebm(1_000)).toString('base64')
  const pin = { ...anchorOn(deliverableId, work.id), text: 'here', voice, change: false }
  const { id, messages } = (await app.injectAs(owner, addPin, { params, body: pin })).reply
  return { pin: id, 'pin-message': messages[0]?.id ?? '' }
}

const session = {
  title: 's',
  description: '',
  price: null,
  minutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  noticeMinutes: 0,
  horizonDays: 30,
  incrementMinutes: 30,
  maxPerDay: null,
  maxPerWeek: null,
  confirmation: 'instant' as const,
  policy: [],
}

/** Adds a service and a portfolio item to a creator's profile. */
async function addProfileItems(creator: TestUser): Promise<Record<string, string>> {
  const service = { title: 's', description: '', unit: 'project' as const, deliveryDays: null, reviewRounds: null }
  const price = { amount: 10_000, currency: 'EUR' }
  await app.injectAs(creator, addPackageService, { body: { ...service, price } })
  const item = { title: 'p', description: '', fileId: await upload(creator) }
  const { services, portfolio } = (await app.injectAs(creator, addPortfolioItem, { body: item })).reply
  return { service: services[0]?.id ?? '', portfolioItem: portfolio[0]?.id ?? '' }
}

/** Adds a receipt and a failed refund of `owner` and a published review, as a released milestone and a completed commission leave them. */
async function addReceiptAndReview(story: CommissionScenario): Promise<Record<string, string>> {
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
  const content = receiptContent(
    'client',
    { id: receipt, number: 'R-1', kind: 'payment' as const, at: app.clock.now() },
    facts,
    amounts,
  )
  const about = { milestone_id: randomUUID(), side: 'client' as const, user_id: owner.id, number: 'R-1' }
  await app.deps.db
    .insertInto('receipts')
    .values({ id: receipt, ...about, total: 105, currency: 'EUR', issued_at: at, content: JSON.stringify(content) })
    .execute()
  const refund = randomUUID()
  const card = { client_id: owner.id, amount: 105, currency: 'EUR', expires_at: at, created_at: at }
  await app.deps.db
    .insertInto('charges')
    .values({ id: refund, milestone_id: about.milestone_id, ...card, method: 'card_succeeds', state: 'captured' })
    .execute()
  await app.deps.db
    .insertInto('refunds')
    .values({
      id: refund,
      charge_id: refund,
      client_id: owner.id,
      amount: 105,
      currency: 'EUR',
      state: 'failed',
      requested_at: at,
    })
    .execute()
  const sides = { commission_id: story.id, by_id: owner.id, about_id: other.id }
  await app.deps.db
    .insertInto('reviews')
    .values({ id: review, ...sides, stars: 5, text: 'good', created_at: at, published_at: at })
    .execute()
  return { receipt, refund, review }
}

/** Books a service of `other` for `owner`. */
async function bookSession(): Promise<string> {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  const schedule = { timeZone: 'UTC', weekly, overrides: [], absences: [], travels: [], expected: 0 }
  await app.injectAs(other, changeSchedule, { body: schedule })
  const { id: serviceId } = (await app.injectAs(other, addHourlyService, { body: session })).reply
  ownedIds['hourly-service'] = serviceId
  const at = new Date(Math.ceil(app.clock.now() / 86_400_000 + 1) * 86_400_000).toISOString()
  const { id } = (await app.injectAs(owner, reserveSlot, { body: { serviceId, at, timeZone: 'UTC' } })).reply
  await app.injectAs(owner, bookReservation, { params: { id }, body: { expected: 1 } })
  return id
}

async function chargeOf(milestone: string): Promise<string | undefined> {
  const found = await app.deps.db.selectFrom('charges').select('id').where('milestone_id', '=', milestone).execute()
  return found[0]?.id
}

async function upload(who: TestUser): Promise<string> {
  const payload = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a3fcb' } })
    .png()
    .toBuffer()
  return (await uploadImage(app, who, 'a.png', payload)).id
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

/** Asks `owner`, the client, about the portfolio item; returns the id of the question. */
async function askForConsent(projectId: string): Promise<string> {
  await app.injectAs(other, askWorkConsent, { params: { id: ownedIds['portfolioItem'] ?? '' }, body: { projectId } })
  return (await app.injectAs(owner, listWorkConsents)).reply.items[0]?.id ?? ''
}

/** The valid id, query and body of a call to each route. */
const calls: Record<string, { id?: string; params?: object; query?: object; body?: object }> = {
  'DELETE /accounts/devices/:id': { id: 'device' },
  'DELETE /accounts/passkeys/:id': { id: 'passkey' },
  'PATCH /accounts/passkeys/:id': { id: 'passkey', body: { name: 'Desk' } },
  'GET /files/:id': { id: 'file' },
  'GET /files/:id/facts': { id: 'file' },
  'DELETE /files/:id': { id: 'file' },
  'HEAD /uploads/:id': { id: 'upload' },
  'PATCH /uploads/:id': { id: 'upload' },
  'DELETE /uploads/:id': { id: 'upload' },
  'GET /assets/:id': { id: 'asset' },
  'GET /assets/:id/model': { id: 'asset' },
  'GET /assets/:id/headset': { id: 'asset' },
  'GET /assets/:id/thumbnail': { id: 'asset' },
  'GET /assets/:id/turntable': { id: 'asset' },
  'GET /assets/:id/source': { id: 'asset' },
  'DELETE /assets/:id': { id: 'asset' },
  'GET /projects/:id': { id: 'project' },
  'POST /projects/:id/cancel': { id: 'project', body: { reason: '', expected } },
  'POST /projects/:id/complete': { id: 'project', body: { expected } },
  'POST /projects/:id/proposals': { id: 'project', body: { expected } },
  'POST /project-proposals/:id/accept': { id: 'project-proposal', body: { expected } },
  'POST /project-proposals/:id/decline': { id: 'project-proposal', body: { reason: '', expected } },
  'POST /project-proposals/:id/withdraw': { id: 'project-proposal', body: { expected } },
  'POST /projects/:id/archive': { id: 'project' },
  'POST /projects/:id/unarchive': { id: 'project' },
  'GET /projects/:id/activity': { id: 'project' },
  'GET /commissions/:id': { id: 'commission' },
  'POST /commissions/:id/offers': { id: 'commission', body: offer },
  'POST /commissions/:id/counter-offers': { id: 'commission', body: offer },
  'POST /commissions/:id/accept-counter': { id: 'commission', body: { offerId: randomUUID(), hash, expected } },
  'POST /commissions/:id/return-offer': { id: 'commission', body: { offerId: randomUUID(), hash, expected } },
  'POST /commissions/:id/accept': { id: 'commission', body: { offerId: randomUUID(), hash, terms: 1, expected } },
  'POST /commissions/:id/decline': { id: 'commission', body: { reason: '', expected } },
  'POST /commissions/:id/withdraw': { id: 'commission', body: { reason: '', expected } },
  'POST /commissions/:id/settlements': { id: 'commission', body: settlementOf(randomUUID()) },
  'POST /commissions/:id/change-orders': { id: 'commission', body: changeOrderOf() },
  'POST /change-orders/:id/accept': { id: 'change-order', body: { hash, expected } },
  'POST /change-orders/:id/counter': { id: 'change-order', body: { ...changeOrderOf(), expected } },
  'POST /change-orders/:id/decline': { id: 'change-order', body: { reason: '', expected } },
  'POST /change-orders/:id/withdraw': { id: 'change-order', body: { expected } },
  'POST /top-ups/:id/fund': { id: 'top-up', body: { method: 'card_succeeds', expected } },
  'POST /settlements/:id/accept': { id: 'settlement', body: { expected } },
  'POST /settlements/:id/counter': { id: 'settlement', body: { ...settlementOf(randomUUID()), expected } },
  'POST /settlements/:id/decline': { id: 'settlement', body: { reason: '', expected } },
  'POST /settlements/:id/withdraw': { id: 'settlement', body: { expected } },
  'POST /milestones/:id/disputes': { id: 'milestone', body: { ...disputed, ...evidence, expected } },
  'GET /disputes/:id': { id: 'dispute' },
  'POST /disputes/:id/answer': { id: 'dispute', body: { ...evidence, expected } },
  'POST /disputes/:id/terms': { id: 'dispute', body: { release: 1, refund: 0, reason: '', expected } },
  'POST /disputes/:id/accept-terms': { id: 'dispute', body: { expected } },
  'POST /disputes/:id/decline-terms': { id: 'dispute', body: { expected } },
  'POST /disputes/:id/withdraw': { id: 'dispute', body: { expected } },
  'POST /disputes/:id/review': { id: 'dispute', body: { reason: 'r', expected } },
  'POST /disputes/:id/waive-review': { id: 'dispute', body: { expected } },
  'GET /admin/disputes/:id': { id: 'nothing' },
  'POST /admin/disputes/:id/decide': { id: 'nothing', body: { release: 1, refund: 0, reason: 'r', expected } },
  'POST /admin/disputes/:id/confirm': { id: 'nothing', body: { reason: 'r', expected } },
  'POST /admin/disputes/:id/drop': { id: 'nothing', body: { reason: 'r', expected } },
  'POST /admin/disputes/:id/review': { id: 'nothing', body: { release: 1, refund: 0, reason: 'r', expected } },
  'GET /commissions/:id/reviews': { id: 'commission' },
  'POST /commissions/:id/reviews': { id: 'commission', body: { stars: 5, text: '' } },
  'POST /reviews/:id/answer': { id: 'review', body: { text: 'thanks' } },
  'POST /milestones/:id/fund': { id: 'milestone', body: { method: 'card_succeeds', expected } },
  'POST /milestones/:id/start': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/deliverables': { id: 'milestone', body: { notes: 'n', fileIds: [randomUUID()] } },
  'POST /milestones/:id/refund': { id: 'milestone', body: { amount: 1, reason: '', expected } },
  'POST /milestones/:id/request-extension': {
    id: 'milestone',
    body: { dueAt: '2027-01-01T00:00:00.000Z', reason: 'r', expected },
  },
  'POST /milestones/:id/grant-extension': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/decline-extension': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/move-due-date': { id: 'milestone', body: { dueAt: '2027-01-01T00:00:00.000Z', expected } },
  'POST /milestones/:id/give-notice': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/claim-refund': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/add-round': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/request-round': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/submit': { id: 'milestone', body: versioned },
  'POST /milestones/:id/withdraw': { id: 'milestone', body: { expected } },
  'POST /milestones/:id/approve': { id: 'milestone', body: versioned },
  'GET /milestones/:id/pins': { id: 'milestone' },
  'POST /milestones/:id/pins': { id: 'milestone', body: { ...anchor, text: 't', change: false } },
  'POST /milestones/:id/request-changes': { id: 'milestone', body: { ...versioned, pinIds: [], items: ['x'] } },
  'POST /pins/:id/place': { id: 'pin', body: { ...anchor, expected } },
  'GET /pin-messages/:id/voice': { id: 'pin-message' },
  'POST /pins/:id/messages': { id: 'pin', body: { text: 't' } },
  'POST /pins/:id/state': { id: 'pin', body: { action: 'fix', text: '', expected } },
  'POST /pins/:id/change-request': { id: 'pin', body: { messageId: null, expected } },
  'POST /pins/:id/remove': { id: 'pin', body: { expected } },
  'POST /pins/:id/restore': { id: 'pin' },
  'GET /payments/receipts/:id': { id: 'receipt' },
  'POST /payments/refunds/:id/redirect': { id: 'refund', body: { holder: 'h', iban: 'DE89370400440532013000' } },
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
  'DELETE /notifications/push-devices/:id': { id: 'push-device' },
  'PUT /profile/hourly-services/:id': { id: 'hourly-service', body: session },
  'DELETE /profile/hourly-services/:id': { id: 'hourly-service' },
  'GET /bookings/:id': { id: 'booking' },
  'POST /bookings/:id/book': { id: 'booking', body: { expected } },
  'POST /bookings/:id/pay': { id: 'booking', body: { expected, method: 'card_succeeds' } },
  'POST /bookings/:id/withdraw': { id: 'booking', body: { expected } },
  'POST /bookings/:id/confirm': { id: 'booking', body: { expected } },
  'POST /bookings/:id/decline': { id: 'booking', body: { expected, reason: '' } },
  'POST /bookings/:id/move': { id: 'booking', body: { expected, at: '2030-01-01T00:00:00Z' } },
  'POST /bookings/:id/proposal': { id: 'booking', body: { expected, at: '2030-01-01T00:00:00Z' } },
  'POST /bookings/:id/proposal/accept': { id: 'booking', body: { expected } },
  'POST /bookings/:id/proposal/decline': { id: 'booking', body: { expected } },
  'POST /bookings/:id/proposal/withdraw': { id: 'booking', body: { expected } },
  'GET /bookings/:id/cancellation': { id: 'booking' },
  'POST /bookings/:id/cancel': { id: 'booking', body: { expected, reason: '', refund: null } },
  'POST /bookings/:id/complete': { id: 'booking', body: { expected } },
  'GET /bookings/:id/calendar.ics': { id: 'booking' },
  'GET /admin/bookings/:id': { id: 'nothing' },
  'POST /admin/bookings/:id/cancel': { id: 'nothing', body: { expected, reason: '' } },
  'POST /admin/bookings/:id/overturn': { id: 'nothing', body: { expected, outcome: 'completed', reason: 'r' } },
  'GET /support/tickets/:id': { id: 'ticket' },
  'POST /support/tickets/:id/replies': { id: 'ticket', body: { text: 't' } },
  'POST /admin/users/:id/suspend': { id: 'nothing', body: { reason: 'r', until: null } },
  'POST /admin/users/:id/lift-suspension': { id: 'nothing', body: { reason: 'r' } },
  'GET /admin/look-ups/users/:id': { id: 'nothing' },
  'GET /admin/look-ups/projects/:id': { id: 'nothing' },
  'GET /admin/look-ups/milestones/:id': { id: 'nothing' },
  'GET /admin/look-ups/bookings/:id': { id: 'nothing' },
  'GET /admin/tickets/:id': { id: 'nothing' },
  'POST /admin/tickets/:id/answers': { id: 'nothing', body: { expected, text: 't' } },
  'POST /admin/tickets/:id/replies': { id: 'nothing', body: { text: 't' } },
  'POST /admin/tickets/:id/solve': { id: 'nothing', body: { expected, reason: 'r' } },
  'POST /admin/tickets/:id/notes': { id: 'nothing', body: { text: 't' } },
  'POST /admin/tickets/:id/links': { id: 'nothing', body: { address: randomUUID() } },
  'DELETE /admin/tickets/:id/links/:linkId': { id: 'nothing', params: { linkId: randomUUID() } },
  'GET /admin/chargebacks/:id': { id: 'nothing' },
  'GET /admin/refunds/:id': { id: 'nothing' },
  'POST /admin/refunds/:id/retry': { id: 'nothing', body: { attempt: 1, reason: 'r' } },
  'GET /admin/page-reports/:id': { id: 'nothing' },
  'POST /admin/page-reports/:id/close': { id: 'nothing', body: { reason: 'r' } },
  'POST /admin/page-reports/:id/unlist': { id: 'nothing', body: { reason: 'r' } },
  'POST /accounts/pairings/:id/approve': { id: 'pairing', body: { match: '12' } },
  'GET /rooms/:id': { id: 'project' },
  'GET /rooms/:id/endpoint': { id: 'project' },
  'GET /rooms/:id/versions': { id: 'project' },
  'POST /rooms/:id/invites': { id: 'project' },
  'POST /rooms/:id/guests': { id: 'project', body: { token: 'x'.repeat(32) } },
  'PATCH /rooms/:id/users/:userId': { id: 'project', params: { userId: randomUUID() }, body: { role: 'guest' } },
  'DELETE /rooms/:id/users/:userId': { id: 'project', params: { userId: randomUUID() } },
  'GET /rooms/:id/records': { id: 'project' },
  'PUT /rooms/:id/records/:key': { id: 'project', params: { key: 'tools' }, body: { expected, value: null } },
  'DELETE /profile/package-services/:id': { id: 'service' },
  'PATCH /profile/package-services/:id': {
    id: 'service',
    body: {
      title: 's',
      description: '',
      price: { amount: 10_000, currency: 'EUR' },
      unit: 'project',
      deliveryDays: null,
      reviewRounds: null,
    },
  },
  'POST /profile/package-services/:id/move': { id: 'service', body: { before: null } },
  'POST /profile/package-services/:id/restore': { id: 'service' },
  'DELETE /profile/portfolio/:id': { id: 'portfolioItem' },
  'POST /profile/portfolio/:id/consents': { id: 'portfolioItem', body: { projectId: randomUUID() } },
  'POST /work-consents/:id/answer': { id: 'consent', body: { answer: 'grant', expected } },
  'PATCH /profile/portfolio/:id': { id: 'portfolioItem', body: { title: 'p' } },
  'POST /profile/portfolio/:id/move': { id: 'portfolioItem', body: { before: null } },
  'POST /profile/portfolio/:id/restore': { id: 'portfolioItem' },
}
/** Routes that every signed-in user may call with any id. */
const open = new Set([
  'GET /talent/:id',
  'GET /talent/:id/reviews',
  'GET /talent/:id/hourly-services',
  'GET /hourly-services/:id/slots',
])

function inject(who: TestUser | null, served: ServerRoute, id?: string) {
  // The table contains what fits each route; here it is only passed on.
  const more = calls[nameOf(served)]
  // Parameters that name nothing, where the table has none.
  const params = {
    id: id ?? randomUUID(),
    handle: 'no-one',
    provider: 'google',
    token: 'x'.repeat(43),
    queue: 'tickets',
    ...more?.params,
  }
  const call = { ...more, params, key: randomUUID() } as never
  return app.injectAs(who, served.route, call)
}

test('every route has an access rule, and docs/routes.md is up to date', () => {
  const rows = app.app.routes
    .map((served) => `| \`${nameOf(served)}\` | ${served.options.access.description} |`)
    .toSorted()
  expect(rows.length).toBeGreaterThan(50)
  expect(app.app.routes.every(({ options }) => options.access.description.length > 0)).toBe(true)
  const table = `# Who may call which route\n\nMade from the routes themselves; the test beside it runs every line against every role. Paths are below \`/api\`.\n\n| Route | Who |\n|---|---|\n${rows.join('\n')}\n`
  const file = join(import.meta.dirname, '../../../../docs/routes.md')
  if (process.env['WRITE_ROUTES'] === '1') writeFileSync(file, table)
  expect(readFileSync(file, 'utf8')).toBe(table)
})

test('every route with an id has a line in the ownership table', () => {
  const named = app.app.routes.filter(({ route }) => route.path.includes(':id')).map(nameOf)
  expect(named.filter((name) => calls[name]?.id === undefined && !open.has(name))).toEqual([])
  expect(Object.keys(calls).filter((name) => !named.includes(name))).toEqual([])
})

test('a signed-out caller gets 401 from every route that needs a user, and cannot see admin routes', async () => {
  expect(app.app.routes.some(({ options }) => options.access.kind === 'signed-in')).toBe(true)
  for (const served of app.app.routes) {
    const { kind } = served.options.access
    const { status } = await inject(null, served, ownedIds['nothing'])
    if (kind.startsWith('signed-in')) expect(status, nameOf(served)).toBe(401)
    if (kind === 'admin') expect([401, 404], nameOf(served)).toContain(status)
    if (kind === 'webhook') expect([400, 401, 403], nameOf(served)).toContain(status)
  }
})

test("another user's data is not found, exactly like data that does not exist", async () => {
  for (const served of app.app.routes) {
    const name = nameOf(served)
    const thing = calls[name]?.id
    if (thing === undefined) continue
    const theirs = await inject(stranger, served, ownedIds[thing])
    const missing = await inject(stranger, served, randomUUID())
    expect(theirs.status, `${name} for a stranger`).toBe(404)
    expect(missing.status, `${name} for nothing`).toBe(404)
    // A reply to HEAD has no body.
    if (served.route.method !== 'HEAD') expect(theirs.problem.code, name).toBe(missing.problem.code)
    const asAdmin = await inject(admin, served, ownedIds[thing])
    expect(asAdmin.status, `${name} for an admin without a part in it`).toBe(404)
  }
})

/** Bodies of another shape than the route's own, by what is wrong with them, as they are sent. */
function* wrongBodies(valid: object): Generator<readonly [name: string, payload: string, type?: string]> {
  const json = JSON.stringify(valid)
  yield ['valid with a charset', json, 'application/json; charset=utf-8']
  yield ['text', json, 'text/plain']
  yield ['a form', 'a=b', 'application/x-www-form-urlencoded']
  yield ['no type', json, '']
  yield ['half of it', json.slice(0, -1)]
  for (const whole of ['null', '[]', '"x"', '{}', `[${json}]`]) yield [`all of it is ${whole.slice(0, 5)}`, whole]
  yield ['an unknown field', JSON.stringify({ ...valid, unknownField: 1 })]
  for (const field of Object.keys(valid)) {
    yield [`no ${field}`, JSON.stringify({ ...valid, [field]: undefined })]
    const nested: unknown = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)
    for (const value of [null, [], { a: 1 }, -1, nested, 'x'.repeat(100_000)]) {
      yield [`${field} is ${JSON.stringify(value).slice(0, 12)}`, JSON.stringify({ ...valid, [field]: value })]
    }
  }
}

test("whatever the shape and the type of the body, another user's data looks like data that does not exist", async () => {
  const wrong: string[] = []
  let sent = 0
  for (const served of app.app.routes) {
    const { method, path } = served.route
    const { id: thing, body, params } = calls[nameOf(served)] ?? {}
    if (thing === undefined || body === undefined) continue
    for (const [name, payload, type = 'application/json'] of wrongBodies(body)) {
      const send = async (id: string) => {
        const values: Record<string, string> = { ...params, id }
        const reply = await app.app.http.inject({
          method,
          url: `/api${path.replace(/:(\w+)/g, (_, one: string) => values[one] ?? '')}`,
          headers: {
            authorization: `Bearer ${stranger.token}`,
            cookie: stranger.cookie,
            'idempotency-key': randomUUID(),
            ...(type === '' ? {} : { 'content-type': type }),
          },
          payload,
        })
        const problem = reply.json<{ code: string; field?: string }>()
        return { status: reply.statusCode, code: problem.code, field: problem.field }
      }
      const [theirs, missing] = [await send(ownedIds[thing] ?? ''), await send(randomUUID())]
      sent += 1
      const isRefused = [400, 404, 413, 415, 422].includes(theirs.status)
      const isValid = name === 'valid with a charset'
      if (!isRefused || (isValid && theirs.status !== 404) || JSON.stringify(theirs) !== JSON.stringify(missing))
        wrong.push(`${nameOf(served)}, ${name}: ${JSON.stringify(theirs)} and ${JSON.stringify(missing)}`)
    }
  }
  expect(sent).toBeGreaterThan(500)
  expect(wrong.slice(0, 20)).toEqual([])
})

test('owners can read their own data', async () => {
  for (const served of app.app.routes) {
    const name = nameOf(served)
    const thing = calls[name]?.id
    if (thing === undefined || thing === 'nothing' || thing === 'charge' || served.route.method !== 'GET') continue
    expect((await inject(owner, served, ownedIds[thing])).status, name).toBe(200)
  }
})

test('an encoded path reads what the plain one reads, for its owner alone, and no other spelling reads anything', async () => {
  const wrong: string[] = []
  let read = 0
  for (const served of app.app.routes) {
    const { id: thing, params } = calls[nameOf(served)] ?? {}
    if (thing === undefined || thing === 'nothing' || isWrite(served)) continue
    const values: Record<string, string> = { ...params, id: ownedIds[thing] ?? '' }
    const url = `/api${served.route.path.replace(/:(\w+)/g, (_, one: string) => values[one] ?? '')}`
    const send = (who: TestUser, path: string) =>
      sendCall(app, { method: served.route.method, url: path, headers: credentialsOf(who) })
    const [plain, encoded] = [await send(owner, url), await send(owner, encodePath(url))]
    if (plain.status < 300) read += 1
    if (!isSameVerdict(plain, encoded)) wrong.push(`${nameOf(served)}: ${plain.status} became ${encoded.status}`)
    const [expected, found] = [rulingHeaders(plain.headers), rulingHeaders(encoded.headers)]
    if (expected !== found) wrong.push(`${nameOf(served)} encoded: ${expected} became ${found}`)
    const [kept, keptEncoded] = [await send(stranger, url), await send(stranger, encodePath(url))]
    if (keptEncoded.status !== 404 || !isSameVerdict(kept, keptEncoded))
      wrong.push(`${nameOf(served)} for a stranger: ${kept.status} became ${keptEncoded.status}`)
    for (const spelling of otherSpellings(served, url)) {
      const { status } = await send(owner, spelling)
      if (![404, 405].includes(status)) wrong.push(`${nameOf(served)} as ${spelling}: ${status}`)
    }
  }
  expect(read).toBeGreaterThan(25)
  expect(wrong.slice(0, 20)).toEqual([])
})

test('every line of the ownership table names existing data that its owner can use', async () => {
  const unnamed = Object.keys(calls).filter((name) => calls[name]?.id === 'nothing')
  expect(unnamed.filter((name) => !name.includes('/admin/'))).toEqual([])
  for (const name of [
    'DELETE /profile/package-services/:id',
    'DELETE /profile/portfolio/:id',
    'POST /reviews/:id/answer',
  ]) {
    const served = app.app.routes.find((route) => nameOf(route) === name)
    if (!served) throw new Error(`there is no ${name}`)
    expect((await inject(other, served, ownedIds[calls[name]?.id ?? ''])).status, name).toBe(200)
  }
})

/** Returns the steps of the state machine for an action. */
const offersOf = (action: CommissionAction) => commissionMachine.transitions.filter((step) => step.action === action)
const milestoneStepsOf = (action: MilestoneAction) =>
  milestoneMachine.transitions.filter((step) => step.action === action)
const steps: Record<string, readonly { readonly allowedParties: readonly string[] }[]> = {
  'POST /commissions/:id/offers': offersOf('make-offer'),
  'POST /commissions/:id/counter-offers': offersOf('counter-offer'),
  'POST /commissions/:id/accept-counter': offersOf('accept-counter'),
  'POST /commissions/:id/return-offer': offersOf('return-offer'),
  'POST /commissions/:id/accept': offersOf('accept-offer'),
  'POST /milestones/:id/deliverables': milestoneStepsOf('add-deliverable'),
  'POST /milestones/:id/fund': milestoneStepsOf('fund'),
  'POST /milestones/:id/start': milestoneStepsOf('start'),
  'POST /milestones/:id/refund': milestoneStepsOf('refund'),
  'POST /milestones/:id/request-extension': milestoneStepsOf('request-extension'),
  'POST /milestones/:id/grant-extension': milestoneStepsOf('grant-extension'),
  'POST /milestones/:id/decline-extension': milestoneStepsOf('decline-extension'),
  'POST /milestones/:id/move-due-date': milestoneStepsOf('move-due-date'),
  'POST /milestones/:id/give-notice': milestoneStepsOf('give-notice'),
  'POST /milestones/:id/claim-refund': milestoneStepsOf('claim-refund'),
  'POST /milestones/:id/add-round': milestoneStepsOf('add-round'),
  'POST /milestones/:id/request-round': milestoneStepsOf('request-round'),
  'POST /milestones/:id/submit': milestoneStepsOf('submit'),
  'POST /milestones/:id/withdraw': milestoneStepsOf('withdraw-submission'),
  'POST /milestones/:id/request-changes': milestoneStepsOf('request-changes'),
  'POST /milestones/:id/approve': milestoneStepsOf('approve'),
}

test('a command of one party names that party, as in the state machine', () => {
  for (const [name, taken] of Object.entries(steps)) {
    const sides = new Set(
      taken
        .flatMap(({ allowedParties }) => allowedParties)
        .filter((party) => party === 'client' || party === 'creator'),
    )
    const served = app.app.routes.find((one) => nameOf(one) === name)
    const sentence = `The ${[...sides].join(' and ')} of the commission; 404 for strangers.`
    // Some need a verified address besides (`verified-address.test.ts`).
    const description = served?.options.access.description.replace(/ Only with a verified address\.$/, '')
    expect([name, description]).toEqual([name, sentence])
  }
})

test('routes that every signed-in user may read say so', async () => {
  for (const { route, options } of app.app.routes) {
    if (!/^\/talent(\/:id(\/reviews)?)?$/.test(route.path)) continue
    expect([route.path, options.access.description]).toEqual([route.path, 'Anyone signed in.'])
  }
})

test('an admin route does not exist for other users', async () => {
  for (const served of app.app.routes) {
    if (served.options.access.kind !== 'admin') continue
    for (const who of [owner, other, stranger]) {
      expect((await inject(who, served, randomUUID())).status, nameOf(served)).toBe(404)
    }
  }
})

test('only the parties of a commission can review it', async () => {
  const params = { id: ownedIds['commission'] ?? '' }
  const { status } = await app.injectAs(stranger, writeReview, { params, body: { stars: 1, text: '' } })
  expect(status).toBe(404)
})
