import {
  acceptOffer,
  addDeliverable,
  approveMilestone,
  counterOffer,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  readProject,
  requestChanges,
  requestCommission,
  startMilestone,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import type { Commission, Milestone, OfferContent, Project } from '@veranda/contract/commissions/schemas.ts'
import type { ClientKey } from '../people/clients.ts'
import type { CreatorKey } from '../people/creators.ts'
import type { PictureOf } from '../pictures/picture.ts'
import type { WorkName } from '../works/works.ts'
import type { Cast } from './cast.ts'

/** One commission of the demo world, with the verbs of both sides. Each verb reads what is current and acts on it. */
export class CommissionStory {
  readonly cast: Cast
  readonly client: ClientKey
  readonly creator: CreatorKey
  projectId = ''
  commissionId = ''

  constructor(cast: Cast, client: ClientKey, creator: CreatorKey) {
    this.cast = cast
    this.client = client
    this.creator = creator
  }

  async brief(
    title: string,
    brief: string,
    skills: string[],
    budget: { from: number; to: number; currency: string } | null,
  ): Promise<void> {
    const project = await this.cast.as(this.client, openProject, { body: { title, brief, skills, budget } })
    this.projectId = project.id
  }

  async request(message: string): Promise<void> {
    const body = { projectId: this.projectId, creatorId: this.cast.id(this.creator), message }
    this.commissionId = (await this.cast.as(this.client, requestCommission, { body })).id
  }

  read(): Promise<Commission> {
    return this.cast.as(this.client, readCommission, { params: { id: this.commissionId } })
  }

  async offer(content: OfferContent, reason: string | null = null): Promise<void> {
    const { version: expected } = await this.read()
    await this.cast.as(this.creator, makeOffer, {
      params: { id: this.commissionId },
      body: { content, reason, expected },
    })
  }

  async counter(content: OfferContent, reason: string): Promise<void> {
    const { version: expected } = await this.read()
    await this.cast.as(this.client, counterOffer, {
      params: { id: this.commissionId },
      body: { content, reason, expected },
    })
  }

  async accept(): Promise<void> {
    const { version: expected, offers, currentOfferId } = await this.read()
    const offer = offers.find(({ id }) => id === currentOfferId)
    if (!offer) throw new Error('there is no offer to accept')
    await this.cast.as(this.client, acceptOffer, {
      params: { id: this.commissionId },
      body: { offerId: offer.id, hash: offer.hash, terms: 1, expected },
    })
  }

  readProject(): Promise<Project> {
    return this.cast.as(this.client, readProject, { params: { id: this.projectId } })
  }

  async milestone(number: number): Promise<Milestone> {
    const project = await this.readProject()
    const milestone = project.commissions
      .flatMap(({ milestones }) => milestones)
      .find((candidate) => candidate.number === number)
    if (!milestone) throw new Error(`there is no milestone ${number}`)
    return milestone
  }

  async fund(number: number, method: string): Promise<void> {
    const { id, version: expected } = await this.milestone(number)
    await this.cast.as(this.client, fundMilestone, { params: { id }, body: { method, expected } })
    await this.cast.settle()
  }

  async start(number: number): Promise<void> {
    const { id, version: expected } = await this.milestone(number)
    await this.cast.as(this.creator, startMilestone, { params: { id }, body: { expected } })
  }

  /** Adds a version with one picture, and a work if there is one, and submits it. */
  async deliver(number: number, notes: string, name: string, picture: PictureOf, work?: WorkName): Promise<void> {
    const fileId = await this.cast.upload(this.creator, name, picture)
    const works = work ? [await this.cast.uploadWork(this.creator, work, 'project')] : []
    const { id } = await this.milestone(number)
    const added = await this.cast.as(this.creator, addDeliverable, {
      params: { id },
      body: { notes, fileIds: [fileId], works },
    })
    const version = added.deliverables.reduce((newest, one) => (one.number > newest.number ? one : newest))
    await this.cast.as(this.creator, submitMilestone, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, expected: added.version },
    })
  }

  async askForChanges(number: number, items: string[]): Promise<void> {
    const { id, version: expected, deliverables } = await this.milestone(number)
    const version = submitted(deliverables)
    await this.cast.as(this.client, requestChanges, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, items, expected },
    })
  }

  async approve(number: number): Promise<void> {
    const { id, version: expected, deliverables } = await this.milestone(number)
    const version = submitted(deliverables)
    await this.cast.as(this.client, approveMilestone, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, expected },
    })
    await this.cast.settle()
  }
}

function submitted(versions: Milestone['deliverables']): Milestone['deliverables'][number] {
  const found = versions.find(({ state }) => state === 'submitted')
  if (!found) throw new Error('no version is before the client')
  return found
}
