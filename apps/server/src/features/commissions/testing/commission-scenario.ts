import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { type Offer, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { day, toIso, after } from '@veranda/core/time/instant.ts'
import { type Feature } from '../../../platform/feature.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { commissionsFeature } from '../feature.ts'

/** Creates the server without payments; tests report captures themselves. */
export function commissionsApp(others: readonly Feature[] = []): Promise<TestApp> {
  return testApp({ features: [commissionsFeature, ...others] })
}

export type Parties = { readonly client: TestUser; readonly creator: TestUser }

/** Creates a client, and a creator who accepts commissions. */
export async function createParties(app: TestApp): Promise<Parties> {
  const client = await app.createUser('Carla Client')
  const creator = await app.createUser('Pia Maker', { role: 'creator' })
  await makeCreator(app, creator)
  return { client, creator }
}

export async function makeCreator(app: TestApp, user: TestUser, accepting: 'open' | 'closed' = 'open'): Promise<void> {
  const now = new Date(app.clock.now())
  const row = { user_id: user.id, name: user.name, accepting, created_at: now, updated_at: now }
  await app.deps.db.insertInto('creators').values(row).execute()
}

/** Inserts an uploaded image. */
export async function uploadImage(app: TestApp, owner: TestUser): Promise<string> {
  const id = app.deps.ids.next()
  const facts = { media_type: 'image/webp', bytes: 1_000, width: 40, height: 30, name: 'front.webp' }
  const row = { id, owner_id: owner.id, sha256: 'c'.repeat(64), ...facts, created_at: new Date(app.clock.now()) }
  await app.deps.db.insertInto('stored_files').values(row).execute()
  return id
}

/** Builds an offer with one milestone of 1 000.00 EUR, or with several. */
export function offerContent(app: TestApp, more: Partial<Offer> = {}, amounts = [100_000]): Offer {
  return {
    scope: 'A lobby one can walk through',
    rights: 'full',
    currency: 'EUR',
    milestones: amounts.map((amount, index) => ({
      title: `Part ${index + 1}`,
      description: '',
      amount,
      dueAt: toIso(after(app.clock.now(), (10 + index) * day)),
    })),
    reviewRounds: 1,
    reviewWindowDays: 14,
    ...more,
  }
}

/** One commission with the actions of both parties; each reads the current state and acts on it. */
export class CommissionScenario {
  readonly app: TestApp
  readonly parties: Parties
  projectId = ''
  id = ''

  constructor(app: TestApp, parties: Parties) {
    this.app = app
    this.parties = parties
  }

  async request(): Promise<Project> {
    const { client, creator } = this.parties
    const body = { title: 'A lobby', brief: 'For our new office', skills: ['worlds'], budget: null }
    const project = (await this.app.injectAs(client, contract.openProject, { body })).reply
    this.projectId = project.id
    const asked = { projectId: project.id, creatorId: creator.id, message: 'Will you?' }
    this.id = (await this.app.injectAs(client, contract.requestCommission, { body: asked })).reply.id
    return project
  }

  async read(as = this.parties.client): Promise<Commission> {
    return (await this.app.injectAs(as, contract.readCommission, { params: { id: this.id } })).reply
  }

  async makeOffer(what = offerContent(this.app)): Promise<Commission> {
    const { version: expected } = await this.read()
    const call = { params: { id: this.id }, body: { content: what, reason: null, expected } }
    return (await this.app.injectAs(this.parties.creator, contract.makeOffer, call)).reply
  }

  acceptanceCall(commission: Commission) {
    const offer = commission.offers.find(({ id }) => id === commission.currentOfferId)
    const named = { offerId: offer?.id ?? '', hash: offer?.hash ?? '' }
    return {
      params: { id: this.id },
      body: { ...named, terms: currentTermsVersion, expected: commission.version },
      key: randomUUID(),
    }
  }

  async accept(): Promise<Commission> {
    const call = this.acceptanceCall(await this.read())
    return (await this.app.injectAs(this.parties.client, contract.acceptOffer, call)).reply
  }

  async milestone(number = 1, as = this.parties.client): Promise<Milestone> {
    const found = (await this.read(as)).milestones.find((one) => one.number === number)
    if (!found) throw new Error(`no milestone ${number}`)
    return found
  }

  async startPayment(number = 1): Promise<Milestone> {
    const { id, version: expected } = await this.milestone(number)
    const call = { params: { id }, body: { method: 'card_succeeds', expected }, key: randomUUID() }
    return (await this.app.injectAs(this.parties.client, contract.fundMilestone, call)).reply
  }

  /** Appends the event that payments would append after a capture. */
  async reportCapture(milestone: Milestone, more: { chargeId?: string; amount?: number } = {}): Promise<void> {
    const chargeId = more.chargeId ?? milestone.charge?.id ?? ''
    const { amount, currency } = milestone.clientPays
    await this.app.transact((tx) =>
      appendEvent(tx, {
        type: 'charge.captured',
        subject: { kind: 'charge', id: chargeId },
        projectId: this.projectId,
        actor: null,
        at: this.app.clock.now(),
        data: {
          chargeId,
          projectId: this.projectId,
          commissionId: this.id,
          milestoneId: milestone.id,
          clientId: this.parties.client.id,
          amount: more.amount ?? amount,
          currency,
          at: this.app.clock.now(),
        },
      }),
    )
    await this.app.runUntilIdle()
  }

  async fund(number = 1): Promise<void> {
    await this.reportCapture(await this.startPayment(number))
  }

  /** Runs from the request to the funding of the first milestone. */
  async fundFirstMilestone(what?: Offer): Promise<void> {
    await this.request()
    await this.makeOffer(what)
    await this.accept()
    await this.fund()
  }

  /** Adds a version with one image and submits it. */
  async submitVersion(number = 1): Promise<Milestone> {
    const { creator } = this.parties
    const { id } = await this.milestone(number)
    const body = { notes: 'Here it is', fileIds: [await uploadImage(this.app, creator)] }
    const added = (await this.app.injectAs(creator, contract.addDeliverable, { params: { id }, body })).reply
    const version = added.deliverables.at(-1)
    const call = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
    return (await this.app.injectAs(creator, contract.submitMilestone, { params: { id }, body: call })).reply
  }

  approvalCall(milestone: Milestone) {
    const version = milestone.deliverables.find(({ state }) => state === 'submitted')
    const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '' }
    return { params: { id: milestone.id }, body: { ...named, expected: milestone.version }, key: randomUUID() }
  }

  async approve(number = 1): Promise<Milestone> {
    const call = this.approvalCall(await this.milestone(number))
    await this.app.stepUp(this.parties.client)
    return (await this.app.injectAs(this.parties.client, contract.approveMilestone, call)).reply
  }
}

/** Creates a commission whose milestones await funding. */
export async function acceptedCommission(app: TestApp, what?: Offer): Promise<CommissionScenario> {
  const scenario = new CommissionScenario(app, await createParties(app))
  await scenario.request()
  await scenario.makeOffer(what)
  await scenario.accept()
  return scenario
}

/** Creates a commission whose first version is submitted. */
export async function submittedCommission(app: TestApp, what?: Offer): Promise<CommissionScenario> {
  const scenario = await acceptedCommission(app, what)
  await scenario.fund()
  await scenario.submitVersion()
  return scenario
}
