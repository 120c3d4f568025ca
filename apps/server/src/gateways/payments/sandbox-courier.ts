import { type WebhookBody } from '@veranda/contract/payments/schemas.ts'
import { sql } from 'kysely'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { type Logger } from '../../logger.ts'
import { sign, signatureHeader } from './signature.ts'

/** One call of our webhook, ready to be made. */
export type Envelope = {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Makes the call and answers the status, or throws. */
export type Send = (envelope: Envelope) => Promise<number>

export type CourierDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly secret: string
  /** The machine's own time: signatures are made and checked by it, however far the product's clock was moved. */
  readonly machineNow: () => number
}

/** How often it looks without being nudged. */
const pause = 1_000
const patience = 10_000
const atOnce = 20

/**
 * Takes the webhooks that are due and sends each once, in the order they were due; what is not answered by 2xx is due
 * again later, after 1 s and then twice as long each time, at most 5 minutes. Answers how many arrived. `arrange` may
 * double and shuffle them, as a real network does.
 */
export async function deliverDue(
  deps: CourierDeps,
  send: Send,
  arrange: (envelopes: Envelope[]) => Envelope[] = (envelopes) => envelopes,
): Promise<number> {
  const arrived = new Set<string>()
  for (const envelope of arrange(await claimDue(deps))) {
    const status = await send(envelope).catch((error: unknown) => {
      deps.log.debug({ error, webhook: envelope.id }, 'a sandbox payment webhook did not get through')
      return 0
    })
    if (status < 200 || status > 299) continue
    arrived.add(envelope.id)
    await deps.db
      .updateTable('sandbox_payment_webhooks')
      .set({ delivered_at: new Date(deps.clock.now()) })
      .where('id', '=', envelope.id)
      .execute()
  }
  return arrived.size
}

type Row = { id: string; type: string; payload: { createdAt: string; data: Record<string, unknown> } }

/** Takes what is due and puts it off at once, so that a crash while sending only delays it. */
async function claimDue({ db, clock, secret, machineNow }: CourierDeps): Promise<Envelope[]> {
  const now = new Date(clock.now())
  const { rows } = await sql<Row>`
    with due as (
      select id, due_at from sandbox_payment_webhooks
      where delivered_at is null and due_at <= ${now}
      order by due_at, id limit ${atOnce} for update skip locked
    ), claimed as (
      update sandbox_payment_webhooks w
      set attempts = w.attempts + 1,
        due_at = ${now}::timestamptz + least(power(2, least(w.attempts, 10)), 300) * interval '1 second'
      from due where due.id = w.id
      returning w.id, w.type, w.payload, due.due_at as was_due
    )
    select id, type, payload from claimed order by was_due, id`.execute(db)
  return rows.map(({ id, type, payload }) => {
    const news: WebhookBody = { id, type, createdAt: payload.createdAt, data: payload.data }
    const body = JSON.stringify(news)
    return {
      id,
      body,
      headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, body, machineNow()) },
    }
  })
}

export type Courier = {
  /** Begins to call `<address>/api/payments/webhook`. */
  start(address: string): void
  /** Looks at once. */
  nudge(): void
  stop(): Promise<void>
}

/** Goes on delivering until it is stopped. */
export function makeCourier(deps: CourierDeps): Courier {
  let running: Promise<void> | undefined
  let nudged = false
  let wakeUp = () => {}
  const stopping = new AbortController()

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
      if (nudged || stopping.signal.aborted) wakeUp()
    })

  const run = async (send: Send) => {
    while (!stopping.signal.aborted) {
      nudged = false
      const delivered = await deliverDue(deps, send).catch((error: unknown) => {
        deps.log.warn({ error }, 'the sandbox payment webhooks could not be read')
        return 0
      })
      if (delivered < atOnce) await rest()
    }
  }

  return {
    start(address) {
      running ??= run((envelope) => call(`${address}/api/payments/webhook`, envelope, stopping.signal))
    },
    nudge() {
      nudged = true
      wakeUp()
    },
    async stop() {
      stopping.abort()
      wakeUp()
      await running
    },
  }
}

async function call(url: string, envelope: Envelope, stopping: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    body: envelope.body,
    headers: envelope.headers,
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(patience)]),
  })
  await response.body?.cancel()
  return response.status
}
