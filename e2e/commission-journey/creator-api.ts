import { randomUUID } from 'node:crypto'
import {
  addDeliverable,
  listProjects,
  makeOffer,
  readProject,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { uploadImage } from '../support/upload.ts'
import { job } from './job-data.ts'
import { stripedPng } from '../support/test-images.ts'

const dayMs = 86_400_000

/** Returns the creator's actions through the API. `client` is the name of the requesting client. */
export function creatorApiFor(kenji: ApiClient, url: string, client: string) {
  const readCommission = () =>
    waitUntil(`the commission of ${client}`, async () => {
      const { items } = await kenji.call(listProjects, { query: { q: job.title } })
      const mine = items.find((item) => item.client.name === client)
      const project = mine && (await kenji.call(readProject, { params: { id: mine.id } }))
      return project?.commissions[0]
    })
  const inState = (state: Commission['state']) =>
    waitUntil(`a commission that is ${state}`, async () => {
      const now = await readCommission()
      return now.state === state && now
    })
  const milestone = (number: number, ...states: Milestone['state'][]) =>
    waitUntil(`milestone ${number} ${states.join(' or ')}`, async () => {
      const found = (await readCommission()).milestones.find((one) => one.number === number)
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
            dueAt: new Date(Date.now() + (index + 2) * 14 * dayMs).toISOString(),
          })),
        },
        reason,
        expected: commission.version,
      },
    })

  return {
    readCommission,
    async makeOffer() {
      await offer(await inState('requested'), job.milestones[0].amount, null)
    },
    async answerCounter() {
      await offer(await inState('countered'), job.revised.amount, job.revised.reason)
    },
    /** Uploads an image and submits it as the next version. */
    async submit(number: number, version: number) {
      const current = await milestone(number, 'funded', 'in_progress', 'changes_requested')
      const file = await uploadImage(kenji, url, `desk-${version}.png`, stripedPng(320, 240, version * 60))
      const body = { notes: `Version ${version}, seen from the front.`, fileIds: [file.id] }
      const added = await kenji.call(addDeliverable, { params: { id: current.id }, body })
      const draft = added.deliverables.find(({ state }) => state === 'draft')
      if (!draft) throw new Error('the draft version was not saved')
      await kenji.call(submitMilestone, {
        params: { id: current.id },
        body: { deliverableId: draft.id, hash: draft.hash, expected: added.version },
      })
    },
    async writeMessage(message: string) {
      const { conversationId } = await readCommission()
      const body = { message, clientId: randomUUID() }
      await kenji.call(sendMessage, { params: { id: conversationId ?? '' }, body })
    },
    async review(stars: number, text: string) {
      const { id } = await inState('completed')
      await kenji.call(writeReview, { params: { id }, body: { stars, text } })
    },
  }
}

export type CreatorApi = ReturnType<typeof creatorApiFor>
