import { type WebhookBody } from '@veranda/contract/payments/schemas.ts'
import { sql } from 'kysely'
import { type Clock } from '../../platform/clock/clock.ts'
import { type Db } from '../../platform/db/database.ts'
import { type Logger } from '../../platform/logger.ts'
import { signWebhook, signatureHeader } from './webhook-signature.ts'

/** One call of our webhook, ready to be sent. */
export type WebhookRequest = {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends the webhook and returns the HTTP status, or throws. */
export type SendWebhook = (webhook: WebhookRequest) => Promise<number>

export type WebhookSenderDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly secret: string
  /** The machine's time in milliseconds. Signatures use it, however far the product's clock was moved. */
  readonly machineNow: () => number
}

const pollIntervalMs = 1_000
const requestTimeoutMs = 10_000
const batchSize = 20

/**
 * Sends each due webhook once, in order. A reply other than 2xx is retried with backoff: after 1 s, then doubling, at
 * most 5 minutes. Returns how many were delivered. `reorder` may duplicate and shuffle them, as a real network does.
 */
export async function sendDueWebhooks(
  deps: WebhookSenderDeps,
  send: SendWebhook,
  reorder: (webhooks: WebhookRequest[]) => WebhookRequest[] = (webhooks) => webhooks,
): Promise<number> {
  const delivered = new Set<string>()
  for (const webhook of reorder(await claimDueWebhooks(deps))) {
    const status = await send(webhook).catch((error: unknown) => {
      deps.log.debug({ error, webhook: webhook.id }, 'sandbox webhook delivery failed')
      return 0
    })
    if (status < 200 || status > 299) continue
    delivered.add(webhook.id)
    await deps.db
      .updateTable('sandbox_payment_webhooks')
      .set({ delivered_at: new Date(deps.clock.now()) })
      .where('id', '=', webhook.id)
      .execute()
  }
  return delivered.size
}

type WebhookRow = { id: string; type: string; payload: { createdAt: string; data: Record<string, unknown> } }

/** Claims the due webhooks and schedules their retry at once, so that a crash while sending only delays them. */
async function claimDueWebhooks({ db, clock, secret, machineNow }: WebhookSenderDeps): Promise<WebhookRequest[]> {
  const now = new Date(clock.now())
  const { rows } = await sql<WebhookRow>`
    with due as (
      select id, due_at from sandbox_payment_webhooks
      where delivered_at is null and due_at <= ${now}
      order by due_at, id limit ${batchSize} for update skip locked
    ), claimed as (
      update sandbox_payment_webhooks w
      set attempts = w.attempts + 1,
        due_at = ${now}::timestamptz + least(power(2, least(w.attempts, 10)), 300) * interval '1 second'
      from due where due.id = w.id
      returning w.id, w.type, w.payload, due.due_at as was_due
    )
    select id, type, payload from claimed order by was_due, id`.execute(db)
  return rows.map(({ id, type, payload }) => {
    const webhook: WebhookBody = { id, type, createdAt: payload.createdAt, data: payload.data }
    const body = JSON.stringify(webhook)
    return {
      id,
      body,
      headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(secret, body, machineNow()) },
    }
  })
}

export type WebhookSender = {
  /** Starts to call `<address>/api/payments/webhook`. */
  start(address: string): void
  /** Checks for due webhooks at once. */
  runNow(): void
  stop(): Promise<void>
}

/** Makes a sender that delivers webhooks until it is stopped. */
export function makeWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  let running: Promise<void> | undefined
  let runRequested = false
  let wakeUp = () => {}
  const stopping = new AbortController()

  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollIntervalMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
      if (runRequested || stopping.signal.aborted) wakeUp()
    })

  const run = async (send: SendWebhook) => {
    while (!stopping.signal.aborted) {
      runRequested = false
      const delivered = await sendDueWebhooks(deps, send).catch((error: unknown) => {
        deps.log.warn({ error }, 'sandbox webhook read failed')
        return 0
      })
      if (delivered < batchSize) await sleep()
    }
  }

  return {
    start(address) {
      running ??= run((webhook) => postWebhook(`${address}/api/payments/webhook`, webhook, stopping.signal))
    },
    runNow() {
      runRequested = true
      wakeUp()
    },
    async stop() {
      stopping.abort()
      wakeUp()
      await running
    },
  }
}

async function postWebhook(url: string, webhook: WebhookRequest, stopping: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    body: webhook.body,
    headers: webhook.headers,
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
  })
  await response.body?.cancel()
  return response.status
}
