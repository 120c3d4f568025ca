import { randomUUID } from 'node:crypto'
import {
  addDeliverable,
  listProjects,
  makeOffer,
  readProject,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import type { Commission, Milestone } from '@veranda/contract/commissions/schemas.ts'
import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import type { Caller } from '../support/person.ts'
import { until } from '../support/until.ts'
import { uploadPicture } from '../support/upload.ts'
import { job } from './job.ts'
import { drawPng } from './picture.ts'

const day = 86_400_000

/** The creator's side of the job without a screen. `client` is the name of the one who asks. */
export function creatorBy(kenji: Caller, url: string, client: string) {
  const deal = () =>
    until(`the commission of ${client}`, async () => {
      const { items } = await kenji.call(listProjects, { query: { q: job.title } })
      const mine = items.find((item) => item.client.name === client)
      const project = mine && (await kenji.call(readProject, { params: { id: mine.id } }))
      return project?.commissions[0]
    })
  const inState = (state: Commission['state']) =>
    until(`a commission that is ${state}`, async () => {
      const now = await deal()
      return now.state === state && now
    })
  const milestone = (number: number, ...states: Milestone['state'][]) =>
    until(`milestone ${number} ${states.join(' or ')}`, async () => {
      const found = (await deal()).milestones.find((one) => one.number === number)
      return found && states.includes(found.state) && found
    })
  const offer = (commission: Commission, first: number, reason: string | null) =>
    kenji.call(makeOffer, {
      params: { id: commission.id },
      body: {
        content: {
          scope: job.scope,
          rights: 'full',
          currency: 'EUR',
          reviewRounds: 2,
          reviewWindowDays: 14,
          milestones: job.milestones.map(({ title, amount }, index) => ({
            title,
            description: '',
            amount: index === 0 ? first : amount,
            dueAt: new Date(Date.now() + (index + 2) * 14 * day).toISOString(),
          })),
        },
        reason,
        expected: commission.version,
      },
    })

  return {
    deal,
    async makeOffer() {
      await offer(await inState('requested'), job.milestones[0].amount, null)
    },
    async answerCounter() {
      await offer(await inState('countered'), job.again.amount, job.again.reason)
    },
    /** Uploads a picture and puts it before the client as the next version. */
    async submit(number: number, version: number) {
      const before = await milestone(number, 'funded', 'in_progress', 'changes_requested')
      const file = await uploadPicture(kenji, url, `desk-${version}.png`, drawPng(320, 240, version * 60))
      const body = { notes: `Version ${version}, seen from the front.`, fileIds: [file.id] }
      const kept = await kenji.call(addDeliverable, { params: { id: before.id }, body })
      const draft = kept.deliverables.find(({ state }) => state === 'draft')
      if (!draft) throw new Error('the version was not kept')
      await kenji.call(submitMilestone, {
        params: { id: before.id },
        body: { deliverableId: draft.id, hash: draft.hash, expected: kept.version },
      })
    },
    async say(message: string) {
      const { conversationId } = await deal()
      const body = { message, clientId: randomUUID() }
      await kenji.call(sendMessage, { params: { id: conversationId ?? '' }, body })
    },
    async review(stars: number, text: string) {
      const { id } = await inState('completed')
      await kenji.call(writeReview, { params: { id }, body: { stars, text } })
    },
  }
}

export type CreatorBy = ReturnType<typeof creatorBy>
