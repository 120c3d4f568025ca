import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
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
import { addPin, replyToPin, listPins, changePinState } from '@veranda/contract/commissions/pins/routes.ts'
import type { Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import type { Offer, Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { needsStepUp } from '@veranda/core/money/step-up-threshold.ts'
import { parseMoney } from '@veranda/core/money/money.ts'
import type { ClientKey } from '../users/clients.ts'
import type { CreatorKey } from '../users/creators.ts'
import type { DemoAssetName } from '../assets/demo-assets.ts'
import type { AssetImage, SeedApi } from './seed-api.ts'

type Vector3 = [x: number, y: number, z: number]
type Point = { x: number; y: number; z: number }

/** A point on a model part and the camera that looks at it, in metres. */
export type PinAnchor = { part: string; position: Point; normal: Point; eye: Vector3; target: Vector3 }

/** One commission of the demo world with the actions of both sides. Each action first reads the current version. */
export class CommissionStory {
  readonly api: SeedApi
  readonly client: ClientKey
  readonly creator: CreatorKey
  projectId = ''
  commissionId = ''

  constructor(api: SeedApi, client: ClientKey, creator: CreatorKey) {
    this.api = api
    this.client = client
    this.creator = creator
  }

  async openProject(
    title: string,
    brief: string,
    skills: string[],
    budget: { from: number; to: number; currency: string } | null,
  ): Promise<void> {
    const project = await this.api.callAs(this.client, openProject, { body: { title, brief, skills, budget } })
    this.projectId = project.id
  }

  async requestCommission(message: string): Promise<void> {
    const body = { projectId: this.projectId, creatorId: this.api.userId(this.creator), message }
    this.commissionId = (await this.api.callAs(this.client, requestCommission, { body })).id
  }

  read(): Promise<Commission> {
    return this.api.callAs(this.client, readCommission, { params: { id: this.commissionId } })
  }

  async makeOffer(content: Offer, reason: string | null = null): Promise<void> {
    const { version: expected } = await this.read()
    await this.api.callAs(this.creator, makeOffer, {
      params: { id: this.commissionId },
      body: { content, reason, expected },
    })
  }

  async counterOffer(content: Offer, reason: string): Promise<void> {
    const { version: expected } = await this.read()
    await this.api.callAs(this.client, counterOffer, {
      params: { id: this.commissionId },
      body: { content, reason, expected },
    })
  }

  async acceptOffer(): Promise<void> {
    const { version: expected, offers, currentOfferId } = await this.read()
    const offer = offers.find(({ id }) => id === currentOfferId)
    if (!offer) throw new Error('the commission has no offer to accept')
    await this.api.callAs(this.client, acceptOffer, {
      params: { id: this.commissionId },
      body: { offerId: offer.id, hash: offer.hash, terms: currentTermsVersion, expected },
    })
  }

  readProject(): Promise<Project> {
    return this.api.callAs(this.client, readProject, { params: { id: this.projectId } })
  }

  async readMilestone(number: number): Promise<Milestone> {
    const project = await this.readProject()
    const milestone = project.commissions
      .flatMap(({ milestones }) => milestones)
      .find((candidate) => candidate.number === number)
    if (!milestone) throw new Error(`milestone ${number} not found`)
    return milestone
  }

  async fund(number: number, method: string): Promise<void> {
    const { id, version: expected } = await this.readMilestone(number)
    await this.api.callAs(this.client, fundMilestone, { params: { id }, body: { method, expected } })
    await this.api.runUntilIdle()
  }

  async start(number: number): Promise<void> {
    const { id, version: expected } = await this.readMilestone(number)
    await this.api.callAs(this.creator, startMilestone, { params: { id }, body: { expected } })
  }

  /** Adds a version with one picture and optionally an asset, and submits it. */
  async submitVersion(
    number: number,
    notes: string,
    name: string,
    picture: AssetImage,
    asset?: DemoAssetName,
  ): Promise<void> {
    const fileId = await this.api.uploadImage(this.creator, name, picture)
    const assetIds = asset ? [await this.api.uploadAsset(this.creator, asset, 'project')] : []
    const { id } = await this.readMilestone(number)
    const added = await this.api.callAs(this.creator, addDeliverable, {
      params: { id },
      body: { notes, fileIds: [fileId], assetIds: assetIds },
    })
    const version = added.deliverables.reduce((newest, one) => (one.number > newest.number ? one : newest))
    await this.api.callAs(this.creator, submitMilestone, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, expected: added.version },
    })
  }

  /** Sends one change round made of the written items and the pins that request a change. */
  async requestChanges(number: number, items: string[]): Promise<void> {
    const { id, version: expected, deliverables } = await this.readMilestone(number)
    const version = submittedVersion(deliverables)
    const pins = await this.listPins(number)
    const pinIds = pins.filter(({ kind, round }) => kind === 'change' && round === null).map((pin) => pin.id)
    await this.api.callAs(this.client, requestChanges, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, pinIds, items, expected },
    })
  }

  async listPins(number: number): Promise<Pin[]> {
    const { id } = await this.readMilestone(number)
    return (await this.api.callAs(this.client, listPins, { params: { id } })).items
  }

  /** Adds a pin by the client on the model of the submitted version. */
  async addPin(number: number, anchor: PinAnchor, text: string, change: boolean): Promise<void> {
    const { id, deliverables } = await this.readMilestone(number)
    const version = submittedVersion(deliverables)
    const assetId = version.assets.find(({ kind }) => kind === 'model')?.id
    if (assetId === undefined) throw new Error('the version has no model')
    const settings = { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false } as const
    const view = { eye: anchor.eye, target: anchor.target, settings: { ...settings, hidden: [] } }
    const { part, position, normal } = anchor
    const body = { deliverableId: version.id, assetId: assetId, part, position, normal, view, text, change }
    await this.api.callAs(this.client, addPin, { params: { id }, body })
  }

  async replyToPin(number: number, pin: number, by: 'client' | 'creator', text: string): Promise<void> {
    const found = await this.#findPin(number, pin)
    const user = by === 'client' ? this.client : this.creator
    await this.api.callAs(user, replyToPin, { params: { id: found.id }, body: { text } })
  }

  async fixPin(number: number, pin: number, text: string): Promise<void> {
    const found = await this.#findPin(number, pin)
    const body = { action: 'fix', text, expected: found.version } as const
    await this.api.callAs(this.creator, changePinState, { params: { id: found.id }, body })
  }

  async #findPin(number: number, pin: number): Promise<Pin> {
    const found = (await this.listPins(number)).find((one) => one.number === pin)
    if (!found) throw new Error(`pin ${pin} not found`)
    return found
  }

  async approve(number: number): Promise<void> {
    const { id, version: expected, deliverables, price } = await this.readMilestone(number)
    const version = submittedVersion(deliverables)
    const sum = parseMoney(price)
    if (!sum.ok || needsStepUp(sum.value)) await this.api.stepUp(this.client)
    await this.api.callAs(this.client, approveMilestone, {
      params: { id },
      body: { deliverableId: version.id, hash: version.hash, expected },
    })
    await this.api.runUntilIdle()
  }
}

function submittedVersion(versions: Milestone['deliverables']): Milestone['deliverables'][number] {
  const found = versions.find(({ state }) => state === 'submitted')
  if (!found) throw new Error('the milestone has no submitted version')
  return found
}
