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
  requestCommission,
  startMilestone,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import { addPin, answerPin, listPins, movePin, requestPinnedChanges } from '@veranda/contract/pins/routes.ts'
import type { Pin } from '@veranda/contract/pins/schemas.ts'
import type { OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'
import type { Commission, Milestone, Project } from '@veranda/contract/commissions/schemas.ts'
import { needsConfirmation } from '@veranda/core/money/confirm-above.ts'
import { parseMoney } from '@veranda/core/money/money.ts'
import type { ClientKey } from '../people/clients.ts'
import type { CreatorKey } from '../people/creators.ts'
import type { PictureOf } from '../pictures/picture.ts'
import type { WorkName } from '../works/works.ts'
import type { Cast } from './cast.ts'

type Triple = [x: number, y: number, z: number]
type Point = { x: number; y: number; z: number }

/** A place on a part, in metres, and from where it was looked at. */
export type PinnedAt = { part: string; position: Point; normal: Point; eye: Triple; target: Triple }

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

  /** One round out of what is written and the pins that ask for a change. */
  async askForChanges(number: number, items: string[]): Promise<void> {
    const { id, version: expected, deliverables } = await this.milestone(number)
    const version = submitted(deliverables)
    const pins = await this.pins(number)
    const pinIds = pins.filter(({ kind, round }) => kind === 'change' && round === null).map((pin) => pin.id)
    await this.cast.as(this.client, requestPinnedChanges, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, pinIds, items, expected },
    })
  }

  async pins(number: number): Promise<Pin[]> {
    const { id } = await this.milestone(number)
    return (await this.cast.as(this.client, listPins, { params: { id } })).items
  }

  /** The client pins something on the model of the version before them. */
  async pin(number: number, at: PinnedAt, text: string, change: boolean): Promise<void> {
    const { id, deliverables } = await this.milestone(number)
    const version = submitted(deliverables)
    const workId = version.works.find(({ kind }) => kind === 'model')?.id
    if (workId === undefined) throw new Error('the version has no model')
    const settings = { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false } as const
    const view = { eye: at.eye, target: at.target, settings: { ...settings, hidden: [] } }
    const { part, position, normal } = at
    const body = { deliverableId: version.id, workId, part, position, normal, view, text, change }
    await this.cast.as(this.client, addPin, { params: { id }, body })
  }

  async answerPin(number: number, pin: number, by: 'client' | 'creator', text: string): Promise<void> {
    const found = await this.#pinOf(number, pin)
    const person = by === 'client' ? this.client : this.creator
    await this.cast.as(person, answerPin, { params: { id: found.id }, body: { text } })
  }

  async fixPin(number: number, pin: number, text: string): Promise<void> {
    const found = await this.#pinOf(number, pin)
    const body = { action: 'fix', text, expected: found.version } as const
    await this.cast.as(this.creator, movePin, { params: { id: found.id }, body })
  }

  async #pinOf(number: number, pin: number): Promise<Pin> {
    const found = (await this.pins(number)).find((one) => one.number === pin)
    if (!found) throw new Error(`there is no pin ${pin}`)
    return found
  }

  async approve(number: number): Promise<void> {
    const { id, version: expected, deliverables, price } = await this.milestone(number)
    const version = submitted(deliverables)
    const sum = parseMoney(price)
    if (!sum.ok || needsConfirmation(sum.value)) await this.cast.confirm(this.client)
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
