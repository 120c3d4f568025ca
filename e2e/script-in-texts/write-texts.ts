import { randomUUID } from 'node:crypto'
import { changeAccount } from '@veranda/contract/accounts/routes.ts'
import {
  addHourlyService,
  bookReservation,
  cancelBooking,
  changeSchedule,
  listSlots,
  readSchedule,
  reserveSlot,
} from '@veranda/contract/bookings/routes.ts'
import type { Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { addPin, replyToPin } from '@veranda/contract/commissions/pins/routes.ts'
import {
  acceptOffer,
  addDeliverable,
  approveMilestone,
  counterOffer,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  requestChanges,
  requestCommission,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import { editMessage, openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { answerReview, writeReview } from '@veranda/contract/reviews/routes.ts'
import { addPackageService, addPortfolioItem, changeProfile } from '@veranda/contract/talent/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { stripedPng } from '../support/test-images.ts'
import { uploadImage } from '../support/upload.ts'
import { waitUntil } from '../support/wait-until.ts'
import { scriptFor } from './payloads.ts'

const dayMs = 86_400_000
const several = 2_000

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
}

/** Writes script into every text that a client and a creator can store, through the API. */
export async function writeTexts(maya: ApiClient, kenji: ApiClient, url: string): Promise<WrittenTexts> {
  const texts: Record<string, string> = {}
  const write = (field: string, max?: number) => (texts[field] ??= scriptFor(field, max))
  await maya.call(changeAccount, { body: { name: `Maya ${write('client-name', 70)}` } })
  await kenji.call(changeAccount, { body: { name: `Kenji ${write('creator-name', 70)}` } })
  const [project, requested, booked, chair] = await Promise.all([
    runCommission(maya, kenji, url, write),
    requestAnother(maya, kenji, write),
    writeProfileAndBook(maya, kenji, url, write),
    writeOnChair(maya, kenji, write),
  ])
  // Slashes of a file name are replaced, because they separate folders.
  texts['file-name'] = (texts['file-name'] ?? '').replaceAll('/', ' ')
  return { texts, ...project, ...requested, ...booked, ...chair }
}

type Write = (field: string, max?: number) => string

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
    body: { offerId: offer.id, hash: offer.hash, terms: 1, expected: version },
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

/** Writes the creator's page, services and schedule, and books twice: one session stays and one is cancelled. */
async function writeProfileAndBook(maya: ApiClient, kenji: ApiClient, url: string, write: Write) {
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
    },
  })
  const image = await uploadImage(kenji, url, 'portfolio.png', stripedPng(64, 48, 90))
  await kenji.call(addPortfolioItem, {
    body: {
      title: write('portfolio-title'),
      description: write('portfolio-description', several),
      fileId: image.id,
    },
  })
  const service = await kenji.call(addHourlyService, {
    body: {
      title: write('service-title'),
      description: write('service-description', several),
      price: null,
      minutes: 30,
      bufferBefore: 0,
      bufferAfter: 0,
      noticeMinutes: 0,
      horizonDays: 30,
      incrementMinutes: 30,
      perDay: null,
      perWeek: null,
      confirmation: 'instant',
      policy: [],
    },
  })
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
  return { bookedId: booked.id, cancelledId: cancelled.id }
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Pins and discusses a model, requests changes of it, writes messages and a note in the room. */
async function writeOnChair(maya: ApiClient, kenji: ApiClient, write: Write) {
  const chair = await readingChairProject(kenji)
  const milestone = await chair.milestone()
  const version = milestone.deliverables.find(({ state }) => state === 'submitted')
  const asset = version?.assets[0]
  if (!version || !asset) throw new Error('the chair has no submitted version')
  const params = { id: milestone.id }
  const settings = {
    hidden: [],
    explode: 0,
    section: null,
    wireframe: false,
    light: 'studio' as const,
    sizes: false,
  }
  const pin = await maya.call(addPin, {
    params,
    body: {
      deliverableId: version.id,
      assetId: asset.id,
      part: 'Seat',
      position: { x: 0, y: 0.4, z: 0 },
      normal: { x: 0, y: 1, z: 0 },
      view: { eye: [1, 1, 1], target: [0, 0, 0], settings },
      text: write('pin', several),
      change: false,
    },
  })
  await kenji.call(replyToPin, { params: { id: pin.id }, body: { text: write('pin-reply', several) } })
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
  const send = (by: ApiClient, message: string, replyTo: string | null = null) =>
    by.call(sendMessage, { params: { id: directId }, body: { clientId: randomUUID(), message, replyTo } })
  const first = await send(maya, write('message', several))
  const second = await send(kenji, 'to be edited', first.id)
  await kenji.call(editMessage, { params: { id: second.id }, body: { message: write('edited-message', several) } })
  return { chairProjectId: chair.projectId, directId }
}
