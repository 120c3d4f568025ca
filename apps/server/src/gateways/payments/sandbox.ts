import { type CaptureWhen } from '@veranda/core/payments/charge-states.ts'
import { type TestCard, secondFactorCode, testCard, testCards } from '@veranda/core/payments/test-cards.ts'
import { type Instant, after, day } from '@veranda/core/time/instant.ts'
import { createHmac } from 'node:crypto'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { readNews } from './news.ts'
import { type AuthorisedAnswer, type ChargeAnswer, type PaymentGateway } from './payments.ts'
import { type Courier, type Envelope, type Send, deliverDue, makeCourier } from './sandbox-courier.ts'
import { type SandboxObject, keepObject, lockObject, queueWebhook } from './sandbox-rows.ts'
import { type Tell, takeFromSettlement, tellAuthorised, tellCaptured } from './sandbox-tell.ts'
import { isSigned, signatureHeader } from './signature.ts'

export type SandboxPayments = PaymentGateway &
  Courier & {
    /** One round of due webhooks through `send`, for tests; `arrange` may double and shuffle them. */
    deliverDue(send: Send, arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<number>
  }

export type SandboxDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'env' | 'wake'> & {
  readonly machineNow?: () => number
}

/** A payout ending in these minor units is turned back by the bank. */
export const payoutTurnedBack = 13
const payoutTakes = day

/**
 * A payment company that exists only here, for machines without an account at a real one: its state and the webhooks it
 * owes us are rows, so it forgets nothing in a crash, and it calls our webhook over HTTP as a real one does. What a card
 * does depends on the card alone. Does not start in production.
 */
export function sandboxPayments(deps: SandboxDeps): SandboxPayments {
  const { db, clock, ids, log, env, wake } = deps
  if (env.mode === 'production') throw new Error('the sandbox payment provider does not start in production')
  if (!env.secret) throw new Error('the sandbox payment provider needs the secret of the installation')
  const machineNow = deps.machineNow ?? Date.now
  const secret = createHmac('sha256', env.secret).update('sandbox payment webhooks').digest('hex')
  const courierDeps = { db, clock, log, secret, machineNow }
  const courier = makeCourier(courierDeps)
  wake.on((touched) => {
    if (touched.clock || touched.all) courier.nudge()
  })

  const within = async <T>(work: (tx: Tx, now: Instant) => Promise<T>): Promise<T> => {
    const answer = await db.transaction().execute((tx) => work(tx, clock.now()))
    courier.nudge()
    return answer
  }
  const tell: Tell = (tx, object, at, news) =>
    queueWebhook(tx, { id: `evt_${ids.next()}`, objectId: object.id, at, news })

  return {
    sandbox: true,
    ...courier,
    methods: () =>
      testCards.map(({ token, brand, number, behaviour }) => ({ token, brand, last4: number.slice(-4), behaviour })),

    charge: (asked) =>
      within(async (tx, now) => {
        const card = testCard(asked.method)
        const state = firstState(card, asked.capture)
        const failure = card ? card.failure : 'unknown-method'
        const { object, fresh } = await keepObject(
          tx,
          { ...row('charge', `ch_${ids.next()}`, asked), card: asked.method, capture: asked.capture, state, failure },
          now,
        )
        if (fresh && object.failure) {
          const { reference, id: providerId, failure: why } = object
          await tell(tx, object, now, { type: 'charge.failed', data: { reference, providerId, failure: why } })
        }
        if (fresh && state === 'captured') await tellCaptured(tx, object, now, tell)
        if (fresh && state === 'authorised') await tellAuthorised(tx, object, now, tell)
        return answerOf(object)
      }),

    confirm: ({ reference, code }) =>
      within(async (tx, now) => {
        const object = await lockObject(tx, 'charge', reference)
        if (!object) throw new Error('the sandbox has no such charge')
        if (object.state !== 'needs_confirmation') return answerOf(object)
        if (code !== secondFactorCode) return { state: 'wrong-code' as const }
        const later = object.capture === 'later'
        const taken = await setState(tx, object, later ? 'authorised' : 'captured', now)
        await (later ? tellAuthorised : tellCaptured)(tx, taken, now, tell)
        return answerOf(taken)
      }),

    capture: ({ charge }) =>
      within(async (tx, now) => {
        const object = await lockObject(tx, 'charge', charge)
        if (object?.state !== 'authorised') return standing(object)
        await tellCaptured(tx, await setState(tx, object, 'captured', now), now, tell)
        return { state: 'captured' as const }
      }),

    void: ({ charge }) =>
      within(async (tx, now) => {
        const object = await lockObject(tx, 'charge', charge)
        if (object?.state !== 'authorised') return standing(object)
        await tell(tx, await setState(tx, object, 'voided', now), now, {
          type: 'charge.voided',
          data: { reference: object.reference },
        })
        return { state: 'voided' as const }
      }),

    refund: (asked) =>
      within(async (tx, now) => {
        const charge = await lockObject(tx, 'charge', asked.charge)
        if (charge?.state !== 'captured') throw new Error('the sandbox took no money with this charge')
        const given = { ...row('refund', `re_${ids.next()}`, asked), card: charge.id, state: 'paid' }
        const { object, fresh } = await keepObject(tx, given, now)
        if (!fresh) return { providerId: object.id }
        if ((await refunded(tx, charge)) > charge.amount) throw new Error('more was asked back than was captured')
        const settled = await takeFromSettlement(tx, charge, asked.amount, now)
        const { reference, amount, currency } = object
        const from = settled ? ('available' as const) : ('pending' as const)
        await tell(tx, object, now, {
          type: 'refund.paid',
          data: { reference, charge: asked.charge, amount, currency, from },
        })
        return { providerId: object.id }
      }),

    transfer: (asked) =>
      within(async (tx, now) => {
        const { object } = await keepObject(tx, { ...row('transfer', `tr_${ids.next()}`, asked), state: 'paid' }, now)
        return { providerId: object.id }
      }),

    reverse: (asked) =>
      within(async (tx, now) => {
        if (!(await lockObject(tx, 'transfer', asked.transfer))) throw new Error('the sandbox has no such transfer')
        const given = { ...row('transfer', `trr_${ids.next()}`, asked), state: 'reversed' }
        return { providerId: (await keepObject(tx, given, now)).object.id }
      }),

    payout: (asked) =>
      within(async (tx, now) => {
        const given = { ...row('payout', `po_${ids.next()}`, asked), state: 'in_transit' }
        const { object, fresh } = await keepObject(tx, given, now)
        if (!fresh) return { providerId: object.id }
        const { reference, amount, currency } = object
        const data = { reference, amount, currency }
        const turnedBack = amount % 100 === payoutTurnedBack
        await tell(
          tx,
          object,
          after(now, payoutTakes),
          turnedBack
            ? { type: 'payout.failed', data: { ...data, failure: 'bank-refused' } }
            : { type: 'payout.paid', data },
        )
        return { providerId: object.id }
      }),

    verifyWebhook: async ({ raw, headers }) => isSigned(secret, raw, headers[signatureHeader], machineNow()),
    readWebhook: readNews,
    deliverDue: (send, arrange) => deliverDue(courierDeps, send, arrange),
  }
}

function firstState(card: TestCard | undefined, capture: CaptureWhen): string {
  if (!card) return 'failed'
  return card.first === 'captured' && capture === 'later' ? 'authorised' : card.first
}

async function setState(tx: Tx, object: SandboxObject, state: string, now: Instant): Promise<SandboxObject> {
  await tx
    .updateTable('sandbox_payment_objects')
    .set({ state, updated_at: new Date(now) })
    .where('id', '=', object.id)
    .execute()
  return { ...object, state, updated_at: now }
}

/** Where a charge stands that is not authorised (any more): asking again changes nothing. */
function standing(object: SandboxObject | undefined): AuthorisedAnswer {
  if (!object) throw new Error('the sandbox has no such charge')
  const { state } = object
  if (state === 'captured' || state === 'voided') return { state }
  return { state: 'failed', failure: object.failure ?? 'not-authorised' }
}

async function refunded(tx: Tx, charge: SandboxObject): Promise<number> {
  const sum = await tx
    .selectFrom('sandbox_payment_objects')
    .select(({ fn }) => fn.sum<string>('amount').as('amount'))
    .where('kind', '=', 'refund')
    .where('card', '=', charge.id)
    .executeTakeFirstOrThrow()
  return Number(sum.amount)
}

function row(
  kind: SandboxObject['kind'],
  id: string,
  asked: { key: string; reference: string; amount: number; currency: string },
) {
  const { key, reference, amount, currency } = asked
  return { id, kind, idempotency_key: key, reference, amount, currency, card: null, failure: null }
}

function answerOf(charge: SandboxObject): ChargeAnswer {
  const last4 = testCard(charge.card ?? '')?.number.slice(-4)
  const providerId = charge.id
  if (charge.state === 'failed') {
    return { state: 'failed', providerId, last4: last4 ?? null, failure: charge.failure ?? 'declined' }
  }
  const state = (['needs_confirmation', 'authorised'] as const).find((one) => one === charge.state) ?? 'captured'
  return { state, providerId, last4: last4 ?? '' }
}
