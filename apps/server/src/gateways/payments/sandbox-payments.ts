import { type IdGenerator } from '@veranda/core/ids.ts'
import { type CaptureTiming } from '@veranda/core/payments/charges/charge-states.ts'
import {
  type SandboxCard,
  sandboxCardCode,
  findSandboxCard,
  sandboxCards,
} from '@veranda/core/payments/charges/sandbox-cards.ts'
import { type Instant, after, day } from '@veranda/core/time/instant.ts'
import { createHmac } from 'node:crypto'
import { type Env } from '../../env.ts'
import { type Clock } from '../../platform/clock/clock.ts'
import { type CommitSignals } from '../../platform/db/commit-signals.ts'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type Logger } from '../../platform/logger.ts'
import { parsePaymentEvent } from './payment-events.ts'
import { type AuthorizationResult, type ChargeResult, type PaymentGateway } from './payment-gateway.ts'
import {
  type WebhookSender,
  type WebhookRequest,
  type SendWebhook,
  sendDueWebhooks,
  makeWebhookSender,
} from './sandbox-webhook-sender.ts'
import { deletePayoutAccount, findPayoutAccount, upsertPayoutAccount } from './sandbox-payout-accounts.repository.ts'
import {
  type SandboxObject,
  findObject,
  insertOrFindObject,
  lockObject,
  enqueueWebhook,
} from './sandbox-payments.repository.ts'
import {
  type EmitPaymentEvent,
  reduceSettlement,
  emitAuthorised,
  emitCaptured,
  reduceChargeback,
  refundFailureOf,
} from './sandbox-events.ts'
import { listSandboxMovements } from './sandbox-report.ts'
import { isValidSignature, signatureHeader } from './webhook-signature.ts'

export type SandboxPayments = PaymentGateway &
  WebhookSender & {
    /** Sends due webhooks once through `send`, for tests; `reorder` may duplicate and shuffle them. */
    sendDueWebhooks(send: SendWebhook, reorder?: (webhooks: WebhookRequest[]) => WebhookRequest[]): Promise<number>
  }

export type SandboxDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ids: IdGenerator
  readonly log: Logger
  readonly env: Env
  readonly commitSignals: CommitSignals
  readonly machineNow?: () => number
}

/** The bank rejects a payout whose amount ends in these minor units. */
export const failingPayoutCents = 13
const payoutDelayMs = day

/**
 * Makes a simulated payment provider, for machines without an account at a real one. Its state and pending webhooks are
 * rows, so it survives a crash, and it calls our webhook over HTTP as a real provider does. The test card alone decides
 * what happens. Throws in production.
 */
export function sandboxPayments(deps: SandboxDeps): SandboxPayments {
  const { db, clock, ids, log, env, commitSignals } = deps
  if (env.mode === 'production') throw new Error('sandbox payments do not run in production')
  if (!env.secret) throw new Error('sandbox payments need the secret of the installation')
  const machineNow = deps.machineNow ?? Date.now
  const secret = createHmac('sha256', env.secret).update('sandbox payment webhooks').digest('hex')
  const senderDeps = { db, clock, log, secret, machineNow }
  const webhookSender = makeWebhookSender(senderDeps)
  commitSignals.on((signal) => {
    if (signal.clock || signal.resync) webhookSender.runNow()
  })

  const inTransaction = async <T>(work: (tx: Tx, now: Instant) => Promise<T>): Promise<T> => {
    const result = await db.transaction().execute((tx) => work(tx, clock.now()))
    webhookSender.runNow()
    return result
  }
  const emit: EmitPaymentEvent = (tx, object, at, event) =>
    enqueueWebhook(tx, { id: `evt_${ids.next()}`, objectId: object.id, at, event })

  return {
    sandbox: true,
    ...webhookSender,
    methods: () =>
      sandboxCards.map(({ token, brand, number, behaviour }) => ({ token, brand, last4: number.slice(-4), behaviour })),

    charge: (request) =>
      inTransaction(async (tx, now) => {
        const card = findSandboxCard(request.method)
        const state = initialState(card, request.capture)
        const failure = card ? card.failure : 'unknown-method'
        const { object, fresh } = await insertOrFindObject(
          tx,
          {
            ...newObject('charge', `ch_${ids.next()}`, request),
            card: request.method,
            capture: request.capture,
            state,
            failure,
          },
          now,
        )
        if (fresh && object.failure) {
          const { reference, id: providerId, failure: reason } = object
          await emit(tx, object, now, { type: 'charge.failed', data: { reference, providerId, failure: reason } })
        }
        if (fresh && state === 'captured') await emitCaptured(tx, object, now, emit)
        if (fresh && state === 'authorised') await emitAuthorised(tx, object, now, emit)
        return toChargeResult(object)
      }),

    findCharge: async ({ reference }) => {
      const object = await findObject(db, 'charge', reference)
      return object && object.state !== 'voided' ? toChargeResult(object) : undefined
    },

    confirm: ({ reference, code }) =>
      inTransaction(async (tx, now) => {
        const object = await lockObject(tx, 'charge', reference)
        if (!object) throw new Error('unknown sandbox charge')
        if (object.state !== 'needs_confirmation') return toChargeResult(object)
        if (code !== sandboxCardCode) return { state: 'wrong-code' as const }
        const capturesLater = object.capture === 'later'
        const taken = await updateState(tx, object, capturesLater ? 'authorised' : 'captured', now)
        await (capturesLater ? emitAuthorised : emitCaptured)(tx, taken, now, emit)
        return toChargeResult(taken)
      }),

    capture: ({ charge }) =>
      inTransaction(async (tx, now) => {
        const object = await lockObject(tx, 'charge', charge)
        if (object?.state !== 'authorised') return toAuthorizationResult(object)
        await emitCaptured(tx, await updateState(tx, object, 'captured', now), now, emit)
        return { state: 'captured' as const }
      }),

    void: ({ charge }) =>
      inTransaction(async (tx, now) => {
        const object = await lockObject(tx, 'charge', charge)
        if (object?.state !== 'authorised') return toAuthorizationResult(object)
        await emit(tx, await updateState(tx, object, 'voided', now), now, {
          type: 'charge.voided',
          data: { reference: object.reference },
        })
        return { state: 'voided' as const }
      }),

    refund: (request) =>
      inTransaction(async (tx, now) => {
        const charge = await lockObject(tx, 'charge', request.charge)
        if (charge?.state !== 'captured') throw new Error('sandbox charge was not captured')
        const account = refundAccount(request.client, request.reference)
        const { bank } = await findPayoutAccount(tx, account)
        const failure = bank ? undefined : await refundFailureOf(tx, charge, now)
        const values = {
          ...newObject('refund', `re_${ids.next()}`, request),
          card: charge.id,
          state: failure ? 'failed' : 'paid',
          failure: failure ?? null,
        }
        const { object, fresh } = await insertOrFindObject(tx, values, now)
        if (!fresh) return { providerId: object.id }
        if (failure) {
          const { reference, amount, currency } = object
          const data = { reference, charge: request.charge, amount, currency, attempt: request.attempt, failure }
          await emit(tx, object, now, { type: 'refund.failed', data })
          return { providerId: object.id }
        }
        // Where it went is not needed any longer.
        if (bank) await deletePayoutAccount(tx, account)
        await reduceChargeback(tx, charge, request.amount, now)
        if ((await sumRefunds(tx, charge)) > charge.amount) throw new Error('refunds exceed the captured amount')
        const settled = await reduceSettlement(tx, charge, request.amount, now)
        const { reference, amount, currency } = object
        const from = settled ? ('available' as const) : ('pending' as const)
        await emit(tx, object, now, {
          type: 'refund.paid',
          data: { reference, charge: request.charge, amount, currency, from },
        })
        return { providerId: object.id }
      }),

    redirectRefund: ({ client, reference, holder, iban }) =>
      upsertPayoutAccount(db, { account: refundAccount(client, reference), holder, iban }, clock.now()),

    transfer: (request) =>
      inTransaction(async (tx, now) => {
        const { object } = await insertOrFindObject(
          tx,
          { ...newObject('transfer', `tr_${ids.next()}`, request), state: 'paid' },
          now,
        )
        return { providerId: object.id }
      }),

    reverse: (request) =>
      inTransaction(async (tx, now) => {
        if (!(await lockObject(tx, 'transfer', request.transfer))) throw new Error('unknown sandbox transfer')
        const values = { ...newObject('transfer', `trr_${ids.next()}`, request), state: 'reversed' }
        return { providerId: (await insertOrFindObject(tx, values, now)).object.id }
      }),

    payout: (request) =>
      inTransaction(async (tx, now) => {
        const values = { ...newObject('payout', `po_${ids.next()}`, request), state: 'in_transit' }
        const { object, fresh } = await insertOrFindObject(tx, values, now)
        if (!fresh) return { providerId: object.id }
        const { reference, amount, currency } = object
        const data = { reference, amount, currency }
        const fails = amount % 100 === failingPayoutCents
        await emit(
          tx,
          object,
          after(now, payoutDelayMs),
          fails ? { type: 'payout.failed', data: { ...data, failure: 'bank-refused' } } : { type: 'payout.paid', data },
        )
        return { providerId: object.id }
      }),

    payoutAccount: (account) => findPayoutAccount(db, account),
    changePayoutAccount: (request) => upsertPayoutAccount(db, request, clock.now()),
    removePayoutAccount: (account) => deletePayoutAccount(db, account),

    listMovements: (now) => listSandboxMovements(db, now),
    verifyWebhook: async ({ raw, headers }) => isValidSignature(secret, raw, headers[signatureHeader], machineNow()),
    parseWebhook: parsePaymentEvent,
    sendDueWebhooks: (send, reorder) => sendDueWebhooks(senderDeps, send, reorder),
  }
}

function initialState(card: SandboxCard | undefined, capture: CaptureTiming): string {
  if (!card) return 'failed'
  return card.initialState === 'captured' && capture === 'later' ? 'authorised' : card.initialState
}

async function updateState(tx: Tx, object: SandboxObject, state: string, now: Instant): Promise<SandboxObject> {
  await tx
    .updateTable('sandbox_payment_objects')
    .set({ state, updated_at: new Date(now) })
    .where('id', '=', object.id)
    .execute()
  return { ...object, state, updated_at: now }
}

/** Returns the current result of a charge that is not (or no longer) authorised; repeating the call changes nothing. */
function toAuthorizationResult(object: SandboxObject | undefined): AuthorizationResult {
  if (!object) throw new Error('unknown sandbox charge')
  const { state } = object
  if (state === 'captured' || state === 'voided') return { state }
  return { state: 'failed', failure: object.failure ?? 'not-authorised' }
}

async function sumRefunds(tx: Tx, charge: SandboxObject): Promise<number> {
  const sum = await tx
    .selectFrom('sandbox_payment_objects')
    .select(({ fn }) => fn.sum<string>('amount').as('amount'))
    .where('kind', '=', 'refund')
    .where('card', '=', charge.id)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  return Number(sum.amount)
}

/** Returns the name under which the bank account for a refund is kept until it is paid. */
function refundAccount(client: string, reference: string): string {
  return `${client}/${reference}`
}

function newObject(
  kind: SandboxObject['kind'],
  id: string,
  request: { key: string; reference: string; amount: number; currency: string },
) {
  const { key, reference, amount, currency } = request
  return { id, kind, idempotency_key: key, reference, amount, currency, card: null, failure: null }
}

function toChargeResult(charge: SandboxObject): ChargeResult {
  const last4 = findSandboxCard(charge.card ?? '')?.number.slice(-4)
  const providerId = charge.id
  if (charge.state === 'failed') {
    return { state: 'failed', providerId, last4: last4 ?? null, failure: charge.failure ?? 'declined' }
  }
  const state = (['needs_confirmation', 'authorised'] as const).find((one) => one === charge.state) ?? 'captured'
  return { state, providerId, last4: last4 ?? '' }
}
