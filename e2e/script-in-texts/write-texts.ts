import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
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
  overturnNoShow,
  proposeBookingMove,
  readSchedule,
  reserveSlot,
} from '@veranda/contract/bookings/routes.ts'
import {
  acceptOffer,
  addDeliverable,
  approveMilestone,
  cancelProject,
  declineProjectProposal,
  makeProjectProposal,
  counterOffer,
  declineCommission,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  readProject,
  requestCommission,
  submitMilestone,
  withdrawCommission,
} from '@veranda/contract/commissions/routes.ts'
import { answerReview, writeReview } from '@veranda/contract/reviews/routes.ts'
import { addPackageService, addPortfolioItem, changeProfile } from '@veranda/contract/talent/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { stripedPng } from '../support/test-images.ts'
import { uploadAsset, uploadImage } from '../support/upload.ts'
import { waitUntil } from '../support/wait-until.ts'
import { scriptFor, severalLines, type Write } from './payloads.ts'
import { agreeOnWork } from './agree-on-work.ts'
import { offerContent } from './offer-content.ts'
import { writePasskeyAndPayoutAccount } from './write-account-texts.ts'
import { makeModel, writeOnChair } from './write-on-model.ts'
import { type DisputeWriters } from './write-dispute.ts'
import { writeTicket } from './write-ticket.ts'
import { writeOpenActs } from './write-open-acts.ts'

const dayMs = 86_400_000

/** The texts that were written, by field, and where to find them. */
export type WrittenTexts = Awaited<ReturnType<typeof writeTexts>>

/** The users who write, and what ends bookings as if their client had not come two hours ago. */
type Writers = DisputeWriters & {
  readonly endAsNoShows: (bookingIds: readonly string[]) => Promise<unknown>
}

/** Writes script into every text that a client, a creator and an admin can store, through the API. */
export async function writeTexts(writers: Writers, url: string) {
  const { maya, kenji, admin } = writers
  const texts: Record<string, string> = {}
  const write = (field: string, max?: number) => (texts[field] ??= scriptFor(field, max))
  await maya.call(changeAccount, { body: { name: `Maya ${write('client-name', 70)}` } })
  await kenji.call(changeAccount, { body: { name: `Kenji ${write('creator-name', 70)}` } })
  // Its conversion takes the longest, so the others are written meanwhile.
  const model = makeModel(write('pin-part'), write('placed-part')).then((bytes) =>
    uploadAsset(kenji, url, `${write('asset-name', 60)}.glb`, bytes),
  )
  await admin.call(changeAccount, { body: { name: `Hana ${write('guest-name', 70)}` } })
  const [project, requested, booked, chair, ended, open, ticket] = await Promise.all([
    runCommission(maya, kenji, url, write),
    requestAnother(maya, kenji, write),
    writeProfileAndBook(writers, url, write),
    writeOnChair(maya, kenji, write, model),
    endNegotiations(maya, kenji, write),
    writeOpenActs(writers, url, write, model),
    writeTicket(maya, admin, write),
    writePasskeyAndPayoutAccount(kenji, url, write),
  ])
  await agreeOnWork(maya, kenji, booked.portfolioId, project.projectId)
  // Slashes of a file name are replaced, because they separate folders.
  for (const field of ['file-name', 'asset-name']) texts[field] = (texts[field] ?? '').replaceAll('/', ' ')
  return { texts, ...project, ...requested, ...booked, ...chair, ...ended, ...open, ...ticket }
}

/** Runs a commission from the request to both reviews. */
async function runCommission(maya: ApiClient, kenji: ApiClient, url: string, write: Write) {
  const { id: projectId } = await maya.call(openProject, {
    body: {
      title: write('project-title'),
      brief: write('brief', severalLines),
      skills: [write('project-skill', 40)],
      budget: null,
    },
  })
  const { id } = await maya.call(requestCommission, { body: { projectId, creatorId: kenji.id, message: '' } })
  const params = { id }
  const read = () => maya.call(readCommission, { params })
  const content = () => offerContent(write)
  await kenji.call(makeOffer, {
    params,
    body: { content: content(), reason: null, expected: (await read()).version },
  })
  const countered = { ...content(), reviewRounds: 2 }
  await maya.call(counterOffer, {
    params,
    body: { content: countered, reason: write('counter-reason', severalLines), expected: (await read()).version },
  })
  const answered = { ...content(), reviewRounds: 3 }
  const { offers, currentOfferId, version } = await kenji.call(makeOffer, {
    params,
    body: { content: answered, reason: write('offer-reason', severalLines), expected: (await read()).version },
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
    body: { notes: write('version-notes', severalLines), fileIds: [file.id] },
  })
  const deliverable = added.deliverables[0]
  if (!deliverable || !funded) throw new Error('there is no version to submit')
  const named = { deliverableId: deliverable.id, hash: deliverable.hash }
  const submitted = await kenji.call(submitMilestone, {
    params: milestoneParams,
    body: { ...named, expected: added.version },
  })
  await maya.call(approveMilestone, { params: milestoneParams, body: { ...named, expected: submitted.version } })
  const review = { stars: 5, text: write('review-by-creator', severalLines) }
  await waitUntil('the commission to be complete', () => kenji.call(writeReview, { params, body: review }))
  const pair = await maya.call(writeReview, {
    params,
    body: { stars: 4, text: write('review-by-client', severalLines) },
  })
  const written = [pair.mine, pair.theirs].find((review) => review?.text === write('review-by-client'))
  if (!written) throw new Error('the review was not published')
  await kenji.call(answerReview, { params: { id: written.id }, body: { text: write('review-answer', severalLines) } })
  await declineCompletion(maya, kenji, projectId, write('proposal-answer', severalLines))
  return { projectId, commissionId: id }
}

/** Declines a proposal to complete a project, with a reason. */
async function declineCompletion(maya: ApiClient, kenji: ApiClient, projectId: string, reason: string) {
  const params = { id: projectId }
  const { version } = await maya.call(readProject, { params })
  const { ending } = await maya.call(makeProjectProposal, { params, body: { expected: version } })
  if (!ending?.proposal) throw new Error('there is no proposal')
  const { id, version: expected } = ending.proposal
  await kenji.call(declineProjectProposal, { params: { id }, body: { reason, expected } })
}

/** Requests another commission, which stays unanswered. */
async function requestAnother(maya: ApiClient, kenji: ApiClient, write: Write) {
  const { id: projectId } = await maya.call(openProject, {
    body: { title: write('requested-title'), brief: 'b', skills: [], budget: null },
  })
  const asked = { projectId, creatorId: kenji.id, message: write('request', severalLines) }
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
    body: { reason: write('decline-reason', severalLines), expected: declined.expected },
  })
  await maya.call(withdrawCommission, {
    params: withdrawn.params,
    body: { reason: write('withdraw-reason', severalLines), expected: withdrawn.expected },
  })
  const { version } = await maya.call(readProject, { params: { id: cancelled.project } })
  await maya.call(cancelProject, {
    params: { id: cancelled.project },
    body: { reason: write('project-cancel-reason', severalLines), expected: version },
  })
  const pathOf = ({ project, params: { id } }: typeof declined) => `/projects/${project}?view=contract&commission=${id}`
  return { declinedPath: pathOf(declined), withdrawnPath: pathOf(withdrawn), endedPath: pathOf(cancelled) }
}

/**
 * Writes the creator's page, services and schedule, and books: one session stays, with another time proposed, one is
 * cancelled by its client and one by an admin, one is declined, one can be moved, one is not answered, and two are
 * no-shows, of which an admin overturns one.
 */
async function writeProfileAndBook({ maya, kenji, admin, endAsNoShows }: Writers, url: string, write: Write) {
  await kenji.call(changeProfile, {
    body: { headline: write('headline'), about: write('about', severalLines), skills: [write('skill', 40)] },
  })
  await kenji.call(addPackageService, {
    body: {
      title: write('package-title'),
      description: write('package-description', severalLines),
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
      description: write('portfolio-description', severalLines),
      fileId: image.id,
    },
  })
  const terms = {
    title: write('service-title'),
    description: write('service-description', severalLines),
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
  const booked = await book(starts[0], write('booking-note', severalLines))
  const cancelled = await book(starts.at(-1), '')
  await maya.call(cancelBooking, {
    params: { id: cancelled.id },
    body: { expected: cancelled.version, reason: write('cancel-reason', severalLines), refund: null },
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
  const movable = await book(starts.at(-9), '')
  const [noShow, overturned] = [await book(starts.at(-13), ''), await book(starts.at(-15), '')]
  await endAsNoShows([noShow.id, overturned.id])
  await admin.call(overturnNoShow, {
    params: { id: overturned.id },
    body: { expected: overturned.version, outcome: 'completed', reason: write('overturn-reason', 1_000) },
  })
  await kenji.call(changeHourlyService, { params: { id: service.id }, body: { ...terms, confirmation: 'manual' } })
  const asked = await book(starts.at(-7), '')
  await kenji.call(declineBooking, {
    params: { id: asked.id },
    body: { expected: asked.version, reason: write('booking-decline-reason', 1_000) },
  })
  const unanswered = await book(starts.at(-11), '')
  return {
    portfolioId: portfolio.find(({ title }) => title === write('portfolio-title'))?.id ?? '',
    bookedId: booked.id,
    movableId: movable.id,
    unansweredId: unanswered.id,
    cancelledId: cancelled.id,
    declinedId: asked.id,
    adminCancelledId: adminCancelled.id,
    noShowId: noShow.id,
    overturnedId: overturned.id,
  }
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
