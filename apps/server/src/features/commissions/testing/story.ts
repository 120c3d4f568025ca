import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { type OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission, type Milestone, type Project } from '@veranda/contract/commissions/schemas.ts'
import { day, toIso, after } from '@veranda/core/time/instant.ts'
import { type Feature } from '../../../feature.ts'
import { append } from '../../../log/append.ts'
import { type Person, type TestApp, testApp } from '../../../testing/test-app.ts'
import { commissionsFeature } from '../feature.ts'

/** The server without payments: the tests say what was captured. */
export function commissionsApp(others: readonly Feature[] = []): Promise<TestApp> {
  return testApp({ features: [commissionsFeature, ...others] })
}

export type Pair = { readonly client: Person; readonly creator: Person }

/** A client, and a creator who takes commissions. */
export async function pair(app: TestApp): Promise<Pair> {
  const client = await app.person('Carla Client')
  const creator = await app.person('Pia Maker', { role: 'creator' })
  await makeCreator(app, creator)
  return { client, creator }
}

export async function makeCreator(app: TestApp, person: Person, accepting: 'open' | 'closed' = 'open'): Promise<void> {
  const now = new Date(app.clock.now())
  const row = { person_id: person.id, name: person.name, accepting, created_at: now, updated_at: now }
  await app.deps.db.insertInto('creators').values(row).execute()
}

/** A picture that somebody has uploaded. */
export async function picture(app: TestApp, owner: Person): Promise<string> {
  const id = app.deps.ids.next()
  const facts = { mime: 'image/webp', bytes: 1_000, width: 40, height: 30, name: 'front.webp' }
  const row = { id, owner_id: owner.id, sha256: 'c'.repeat(64), ...facts, created_at: new Date(app.clock.now()) }
  await app.deps.db.insertInto('files').values(row).execute()
  return id
}

/** An offer of one milestone of 1 000.00 EUR, or of several. */
export function content(app: TestApp, more: Partial<OfferContent> = {}, amounts = [100_000]): OfferContent {
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

/** One commission with the verbs of both sides; each reads what is current and acts on it. */
export class Story {
  readonly app: TestApp
  readonly people: Pair
  projectId = ''
  id = ''

  constructor(app: TestApp, people: Pair) {
    this.app = app
    this.people = people
  }

  async request(): Promise<Project> {
    const { client, creator } = this.people
    const body = { title: 'A lobby', brief: 'For our new office', skills: ['worlds'], budget: null }
    const project = (await this.app.injectAs(client, contract.openProject, { body })).reply
    this.projectId = project.id
    const asked = { projectId: project.id, creatorId: creator.id, message: 'Will you?' }
    this.id = (await this.app.injectAs(client, contract.requestCommission, { body: asked })).reply.id
    return project
  }

  async read(as = this.people.client): Promise<Commission> {
    return (await this.app.injectAs(as, contract.readCommission, { params: { id: this.id } })).reply
  }

  async offer(what = content(this.app)): Promise<Commission> {
    const { version: expected } = await this.read()
    const call = { params: { id: this.id }, body: { content: what, reason: null, expected } }
    return (await this.app.injectAs(this.people.creator, contract.makeOffer, call)).reply
  }

  acceptance(commission: Commission) {
    const offer = commission.offers.find(({ id }) => id === commission.currentOfferId)
    const named = { offerId: offer?.id ?? '', hash: offer?.hash ?? '' }
    return { params: { id: this.id }, body: { ...named, terms: 1, expected: commission.version }, key: randomUUID() }
  }

  async accept(): Promise<Commission> {
    const call = this.acceptance(await this.read())
    return (await this.app.injectAs(this.people.client, contract.acceptOffer, call)).reply
  }

  async milestone(number = 1, as = this.people.client): Promise<Milestone> {
    const found = (await this.read(as)).milestones.find((one) => one.number === number)
    if (!found) throw new Error(`there is no milestone ${number}`)
    return found
  }

  async startPayment(number = 1): Promise<Milestone> {
    const { id, version: expected } = await this.milestone(number)
    const call = { params: { id }, body: { method: 'card_succeeds', expected }, key: randomUUID() }
    return (await this.app.injectAs(this.people.client, contract.fundMilestone, call)).reply
  }

  /** What payments would say when the provider took the money. */
  async captured(milestone: Milestone, more: { chargeId?: string; amount?: number } = {}): Promise<void> {
    const chargeId = more.chargeId ?? milestone.charge?.id ?? ''
    const { amount, currency } = milestone.clientPays
    await this.app.transact((tx) =>
      append(tx, {
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
          clientId: this.people.client.id,
          amount: more.amount ?? amount,
          currency,
          at: this.app.clock.now(),
        },
      }),
    )
    await this.app.settle()
  }

  async fund(number = 1): Promise<void> {
    await this.captured(await this.startPayment(number))
  }

  /** From the request to the money of the first milestone. */
  async begin(what?: OfferContent): Promise<void> {
    await this.request()
    await this.offer(what)
    await this.accept()
    await this.fund()
  }

  /** Adds a version with one picture and puts it before the client. */
  async deliver(number = 1): Promise<Milestone> {
    const { creator } = this.people
    const { id } = await this.milestone(number)
    const body = { notes: 'Here it is', fileIds: [await picture(this.app, creator)] }
    const added = (await this.app.injectAs(creator, contract.addDeliverable, { params: { id }, body })).reply
    const version = added.deliverables.at(-1)
    const call = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
    return (await this.app.injectAs(creator, contract.submitMilestone, { params: { id }, body: call })).reply
  }

  approval(milestone: Milestone) {
    const version = milestone.deliverables.find(({ state }) => state === 'submitted')
    const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '' }
    return { params: { id: milestone.id }, body: { ...named, expected: milestone.version }, key: randomUUID() }
  }

  async approve(number = 1): Promise<Milestone> {
    const call = this.approval(await this.milestone(number))
    await this.app.confirm(this.people.client)
    return (await this.app.injectAs(this.people.client, contract.approveMilestone, call)).reply
  }
}

/** A commission whose milestones are agreed and wait for their money. */
export async function accepted(app: TestApp, what?: OfferContent): Promise<Story> {
  const story = new Story(app, await pair(app))
  await story.request()
  await story.offer(what)
  await story.accept()
  return story
}

/** A commission with its first version before the client. */
export async function submitted(app: TestApp, what?: OfferContent): Promise<Story> {
  const story = await accepted(app, what)
  await story.fund()
  await story.deliver()
  return story
}
