import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { randomUUID } from 'node:crypto'
import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  addHourlyService,
  bookReservation,
  cancelBooking,
  cancelBookingAsAdmin,
  changeHourlyService,
  changeSchedule,
  declineBooking,
  listSlots,
  proposeBookingMove,
  readSchedule,
  reserveSlot,
} from '@veranda/contract/bookings/routes.ts'
import type { Asset } from '@veranda/contract/assets/schemas.ts'
import type { Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { addPin, changePinState, listPins, placePin, replyToPin } from '@veranda/contract/commissions/pins/routes.ts'
import {
  acceptOffer,
  addDeliverable,
  approveMilestone,
  cancelProject,
  counterOffer,
  declineCommission,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  readProject,
  requestChanges,
  requestCommission,
  submitMilestone,
  withdrawCommission,
} from '@veranda/contract/commissions/routes.ts'
import { editMessage, openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { answerReview, writeReview } from '@veranda/contract/reviews/routes.ts'
import { addPackageService, addPortfolioItem, changeProfile } from '@veranda/contract/talent/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { stripedPng } from '../support/test-images.ts'
import { uploadAsset, uploadImage } from '../support/upload.ts'
import { waitUntil } from '../support/wait-until.ts'
import { ModelBuilder } from '../../apps/server/seed/assets/model-builder.ts'
import { roundedBox } from '../../apps/server/seed/assets/shapes.ts'
import { scriptFor } from './payloads.ts'
import { agreeOnWork } from './agree-on-work.ts'
import { type Write, writePasskeyAndPayoutAccount } from './write-account-texts.ts'

const dayMs = 86_400_000
const several = 2_000
/** The first word of a message that is searched for: it is marked in the text, which is taken apart for it. */
export const foundWord = 'found'

/** The texts that were written, by field, and where to find them. */
export type WrittenTexts = {
  readonly texts: Readonly<Record<string, string>>
  readonly projectId: string
  readonly commissionId: string
  readonly requestedProjectId: string
  readonly chairProjectId: string
  readonly directId: string
  readonly bookedId: string
  readonly cancelledId: string
  readonly declinedId: string
  readonly adminCancelledId: string
  readonly declinedPath: string
  readonly withdrawnPath: string
  readonly endedPath: string
}

/** Writes script into every text that a client, a creator and an admin can store, through the API. */
export async function writeTexts(
  { maya, kenji, admin }: { maya: ApiClient; kenji: ApiClient; admin: ApiClient },
  url: string,
): Promise<WrittenTexts> {
  const texts: Record<string, string> = {}
  const write = (field: string, max?: number) => (texts[field] ??= scriptFor(field, max))
  await maya.call(changeAccount, { body: { name: `Maya ${write('client-name', 70)}` } })
  await kenji.call(changeAccount, { body: { name: `Kenji ${write('creator-name', 70)}` } })
  // Its conversion takes the longest, so the others are written meanwhile.
  const model = makeModel(write('pin-part'), write('placed-part')).then((bytes) =>
    uploadAsset(kenji, url, `${write('asset-name', 60)}.glb`, bytes),
  )
  const [project, requested, booked, chair, ended] = await Promise.all([
    runCommission(maya, kenji, url, write),
    requestAnother(maya, kenji, write),
    writeProfileAndBook({ maya, kenji, admin }, url, write),
    writeOnChair(maya, kenji, write, model),
    endNegotiations(maya, kenji, write),
    writePasskeyAndPayoutAccount(kenji, url, write),
  ])
  await agreeOnWork(maya, kenji, booked.portfolioId, project.projectId)
  // Slashes of a file name are replaced, because they separate folders.
  for (const field of ['file-name', 'asset-name']) texts[field] = (texts[field] ?? '').replaceAll('/', ' ')
  return { texts, ...project, ...requested, ...booked, ...chair, ...ended }
}

/** Runs a commission from the request to both reviews. */
async function runCommission(maya: ApiClient, kenji: ApiClient, url: string, write: Write) {
  const { id: projectId } = await maya.call(openProject, {
    body: {
      title: write('project-title'),
      brief: write('brief', several),
      skills: [write('project-skill', 40)],
      budget: null,
    },
  })
  const { id } = await maya.call(requestCommission, { body: { projectId, creatorId: kenji.id, message: '' } })
  const params = { id }
  const read = () => maya.call(readCommission, { params })
  const content = (): Offer => ({
    scope: write('scope', several),
    rights: 'full',
    currency: 'EUR',
    milestones: [
      {
        title: write('milestone-title'),
        description: write('milestone-description', several),
        amount: 10_000,
        dueAt: new Date(Date.now() + 14 * dayMs).toISOString(),
      },
    ],
    reviewRounds: 1,
    reviewWindowDays: 14,
  })
  await kenji.call(makeOffer, {
    params,
    body: { content: content(), reason: null, expected: (await read()).version },
  })
  const countered = { ...content(), reviewRounds: 2 }
  await maya.call(counterOffer, {
    params,
    body: { content: countered, reason: write('counter-reason', several), expected: (await read()).version },
  })
  const answered = { ...content(), reviewRounds: 3 }
  const { offers, currentOfferId, version } = await kenji.call(makeOffer, {
    params,
    body: { content: answered, reason: write('offer-reason', several), expected: (await read()).version },
  })
  const offer = offers.find((one) => one.id === currentOfferId)
  if (!offer) throw new Error('there is no offer to accept')
  const accepted = await maya.call(acceptOffer, {
    params,
    body: { offerId: offer.id, hash: offer.hash, terms: currentTermsVersion, expected: version },
  })
  const [milestone] = accepted.milestones
  if (!milestone) throw new Error('there is no milestone to fund')
  const milestoneParams = { id: milestone.id }
  await maya.call(fundMilestone, {
    params: milestoneParams,
    body: { method: 'card_succeeds', expected: milestone.version },
  })
  const funded = await waitUntil('the milestone to be funded', async () => {
    const found = (await read()).milestones[0]
    return found?.state === 'funded' && found
  })
  const fileName = `${write('file-name', 60)}.png`
  const file = await uploadImage(kenji, url, fileName, stripedPng(64, 48, 7))
  const added = await kenji.call(addDeliverable, {
    params: milestoneParams,
    body: { notes: write('version-notes', several), fileIds: [file.id] },
  })
  const deliverable = added.deliverables[0]
  if (!deliverable || !funded) throw new Error('there is no version to submit')
  const named = { deliverableId: deliverable.id, hash: deliverable.hash }
  const submitted = await kenji.call(submitMilestone, {
    params: milestoneParams,
    body: { ...named, expected: added.version },
  })
  await maya.call(approveMilestone, { params: milestoneParams, body: { ...named, expected: submitted.version } })
  const review = { stars: 5, text: write('review-by-creator', several) }
  await waitUntil('the commission to be complete', () => kenji.call(writeReview, { params, body: review }))
  const pair = await maya.call(writeReview, { params, body: { stars: 4, text: write('review-by-client', several) } })
  const written = [pair.mine, pair.theirs].find((review) => review?.text === write('review-by-client'))
  if (!written) throw new Error('the review was not published')
  await kenji.call(answerReview, { params: { id: written.id }, body: { text: write('review-answer', several) } })
  return { projectId, commissionId: id }
}

/** Requests another commission, which stays unanswered. */
async function requestAnother(maya: ApiClient, kenji: ApiClient, write: Write) {
  const { id: projectId } = await maya.call(openProject, {
    body: { title: write('requested-title'), brief: 'b', skills: [], budget: null },
  })
  const asked = { projectId, creatorId: kenji.id, message: write('request', several) }
  await maya.call(requestCommission, { body: asked })
  return { requestedProjectId: projectId }
}

/** Ends three negotiations with a reason, each for the other side to read. Returns the addresses of their offers. */
async function endNegotiations(maya: ApiClient, kenji: ApiClient, write: Write) {
  const request = async () => {
    const body = { title: 'To be ended', brief: 'b', skills: [], budget: null }
    const project = await maya.call(openProject, { body })
    const commission = await maya.call(requestCommission, {
      body: { projectId: project.id, creatorId: kenji.id, message: '' },
    })
    return { project: project.id, params: { id: commission.id }, expected: commission.version }
  }
  const [declined, withdrawn, cancelled] = [await request(), await request(), await request()]
  await kenji.call(declineCommission, {
    params: declined.params,
    body: { reason: write('decline-reason', several), expected: declined.expected },
  })
  await maya.call(withdrawCommission, {
    params: withdrawn.params,
    body: { reason: write('withdraw-reason', several), expected: withdrawn.expected },
  })
  const { version } = await maya.call(readProject, { params: { id: cancelled.project } })
  await maya.call(cancelProject, {
    params: { id: cancelled.project },
    body: { reason: write('project-cancel-reason', several), expected: version },
  })
  const pathOf = ({ project, params: { id } }: typeof declined) => `/projects/${project}?view=contract&commission=${id}`
  return { declinedPath: pathOf(declined), withdrawnPath: pathOf(withdrawn), endedPath: pathOf(cancelled) }
}

/**
 * Writes the creator's page, services and schedule, and books: one session stays, with another time proposed, one is
 * cancelled by its client and one by an admin, and one is declined.
 */
async function writeProfileAndBook(
  { maya, kenji, admin }: { maya: ApiClient; kenji: ApiClient; admin: ApiClient },
  url: string,
  write: Write,
) {
  await kenji.call(changeProfile, {
    body: { headline: write('headline'), about: write('about', several), skills: [write('skill', 40)] },
  })
  await kenji.call(addPackageService, {
    body: {
      title: write('package-title'),
      description: write('package-description', several),
      price: { amount: 10_000, currency: 'EUR' },
      unit: 'project',
      deliveryDays: 7,
      reviewRounds: 2,
    },
  })
  const image = await uploadImage(kenji, url, 'portfolio.png', stripedPng(64, 48, 90))
  const { portfolio } = await kenji.call(addPortfolioItem, {
    body: {
      title: write('portfolio-title'),
      description: write('portfolio-description', several),
      fileId: image.id,
    },
  })
  const terms = {
    title: write('service-title'),
    description: write('service-description', several),
    price: null,
    minutes: 30,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    noticeMinutes: 0,
    horizonDays: 30,
    incrementMinutes: 30,
    maxPerDay: null,
    maxPerWeek: null,
    policy: [],
  }
  const service = await kenji.call(addHourlyService, { body: { ...terms, confirmation: 'instant' } })
  const schedule = await kenji.call(readSchedule)
  const absence = { from: inDays(40), to: inDays(41), note: write('absence-note') }
  const { timeZone, weekly, overrides, travels, version } = schedule
  await kenji.call(changeSchedule, {
    body: { timeZone, weekly, overrides, travels, absences: [...schedule.absences, absence], expected: version },
  })
  const { days } = await maya.call(listSlots, {
    params: { id: service.id },
    query: { from: inDays(1).slice(0, 10), to: inDays(20).slice(0, 10), timeZone: 'UTC' },
  })
  const starts = days.flatMap(({ slots }) => slots.map(({ at }) => at))
  const book = async (at: string | undefined, note: string) => {
    const reserved = await maya.call(reserveSlot, {
      body: { serviceId: service.id, at: at ?? '', timeZone: 'UTC', note },
    })
    return maya.call(bookReservation, { params: { id: reserved.id }, body: { expected: reserved.version } })
  }
  const booked = await book(starts[0], write('booking-note', several))
  const cancelled = await book(starts.at(-1), '')
  await maya.call(cancelBooking, {
    params: { id: cancelled.id },
    body: { expected: cancelled.version, reason: write('cancel-reason', several), refund: null },
  })
  await maya.call(proposeBookingMove, {
    params: { id: booked.id },
    body: { expected: booked.version, at: starts.at(-3) ?? '', note: write('move-note', 1_000) },
  })
  const adminCancelled = await book(starts.at(-5), '')
  await admin.call(cancelBookingAsAdmin, {
    params: { id: adminCancelled.id },
    body: { expected: adminCancelled.version, reason: write('admin-cancel-reason', 1_000) },
  })
  await kenji.call(changeHourlyService, { params: { id: service.id }, body: { ...terms, confirmation: 'manual' } })
  const asked = await book(starts.at(-7), '')
  await kenji.call(declineBooking, {
    params: { id: asked.id },
    body: { expected: asked.version, reason: write('booking-decline-reason', 1_000) },
  })
  return {
    portfolioId: portfolio.find(({ title }) => title === write('portfolio-title'))?.id ?? '',
    bookedId: booked.id,
    cancelledId: cancelled.id,
    declinedId: asked.id,
    adminCancelledId: adminCancelled.id,
  }
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Builds a model of two parts with these names, as large as the chair has to be. */
async function makeModel(...partNames: readonly [string, string]): Promise<Uint8Array> {
  const model = new ModelBuilder('Two parts')
  const oak = model.addMaterial({ name: 'Oak', color: [0.6, 0.5, 0.3], roughness: 0.6 })
  const [width, height, depth] = [0.54, 0.861 / 2, 0.568]
  for (const [index, name] of partNames.entries())
    model.addPart(name, roundedBox(width, height, depth, 0.02, 2), oak, { position: [0, (index + 0.5) * height, 0] })
  return model.toGlb()
}

/** Pins and discusses a model, requests changes of it, writes messages and a note in the room. */
async function writeOnChair(maya: ApiClient, kenji: ApiClient, write: Write, model: Promise<Asset>) {
  const chair = await readingChairProject(kenji)
  const asset = await model
  const version = await chair.deliver(asset)
  const milestone = await chair.milestone()
  const params = { id: milestone.id }
  const anchorOn = (part: string) => ({
    deliverableId: version.id,
    assetId: asset.id,
    part,
    position: { x: 0, y: 0.4, z: 0 },
    normal: { x: 0, y: 1, z: 0 },
    view: { eye: [1, 1, 1] as [number, number, number], target: [0, 0, 0] as [number, number, number], settings },
  })
  const addPinOn = (part: string, text: string) =>
    maya.call(addPin, { params, body: { ...anchorOn(part), text, change: false } })
  const pin = await addPinOn(write('pin-part'), write('pin', several))
  await kenji.call(replyToPin, { params: { id: pin.id }, body: { text: write('pin-reply', several) } })
  const discussed = (await maya.call(listPins, { params })).items.find(({ id }) => id === pin.id) ?? pin
  const fixed = { action: 'fix' as const, text: write('pin-state', several), expected: discussed.version }
  await kenji.call(changePinState, { params: { id: pin.id }, body: fixed })
  const other = await addPinOn(write('pin-part'), 'placed elsewhere')
  const placed = { ...anchorOn(write('placed-part')), expected: other.version }
  await maya.call(placePin, { params: { id: other.id }, body: placed })
  await writeInRoom(maya, chair.projectId, { deliverableId: version.id, assetId: asset.id }, write)
  await maya.call(requestChanges, {
    params,
    body: {
      deliverableId: version.id,
      hash: version.hash,
      items: [write('change-item', several)],
      expected: milestone.version,
    },
  })
  const { id: directId } = await maya.call(openDirectConversation, { body: { userId: kenji.id } })
  const send = (by: ApiClient, message: string, more: { replyTo?: string; assetIds?: string[] } = {}) =>
    by.call(sendMessage, { params: { id: directId }, body: { clientId: randomUUID(), message, ...more } })
  const first = await send(maya, write('message', several))
  await send(maya, write('found-message'))
  const second = await send(kenji, 'to be edited', { replyTo: first.id })
  await kenji.call(editMessage, { params: { id: second.id }, body: { message: write('edited-message', several) } })
  await send(kenji, '', { assetIds: [asset.id] })
  return { chairProjectId: chair.projectId, directId }
}

const settings = {
  hidden: [],
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio' as const,
  sizes: false,
}

/** Puts a version into the scene of a project's room, and a note next to it. */
async function writeInRoom(
  maya: ApiClient,
  roomId: string,
  shown: { readonly deliverableId: string; readonly assetId: string },
  write: Write,
) {
  const set = async (key: string, value: Record<string, unknown>) => {
    const { items } = await maya.call(readRoomRecords, { params: { id: roomId } })
    const expected = items.find((record) => record.key === key)?.version ?? 0
    await maya.call(setRoomRecord, { params: { id: roomId, key }, body: { expected, value } })
  }
  await set('scene', { ...shown, previous: null, compare: 'none', flipped: false })
  await set(`note:${randomUUID()}`, {
    text: write('note', 500),
    on: { ...shown, part: write('pin-part') },
    position: [0, 1, 0],
    yaw: 0,
  })
}
