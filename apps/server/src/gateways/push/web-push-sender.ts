import { type PushGateway, type PushMessage, type PushOutcome } from './push-gateway.ts'
import { type VapidKeys } from './vapid-keys.ts'

const sendDeadlineMs = 10_000
/** A push service that asks for more is asked again after this time. */
const maxRetryAfterSeconds = 3_600

type Sender = {
  readonly keys: VapidKeys
  readonly subject: string
  /** Called with every outcome, for the metrics. */
  readonly onOutcome: (outcome: PushOutcome['kind'] | 'unreachable') => void
}

/** Makes a sender by Web Push (RFC 8030), encrypted for the device (RFC 8291) and signed with our key (RFC 8292). */
export function makeWebPushSender({ keys, subject, onOutcome }: Sender): PushGateway {
  return {
    publicKey: keys.publicKey,
    async send(message) {
      try {
        const outcome = await sendMessage(message, { ...keys, subject })
        onOutcome(outcome.kind)
        return outcome
      } catch (error) {
        onOutcome('unreachable')
        throw error
      }
    },
  }
}

async function sendMessage(message: PushMessage, vapidDetails: VapidKeys & { subject: string }): Promise<PushOutcome> {
  const request = await encrypt(message, vapidDetails)
  if (!request) return { kind: 'gone' }
  const { method, headers, body } = request
  const response = await fetch(message.endpoint, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(sendDeadlineMs),
  })
  // What it says is for people, and of any size.
  await response.body?.cancel()
  return outcomeOf(response)
}

/** Returns the encrypted and signed request; undefined for a subscription whose keys are none. */
async function encrypt(
  { endpoint, keys, payload, lifetimeSeconds, urgency, topic }: PushMessage,
  vapidDetails: VapidKeys & { subject: string },
) {
  // Loaded with its first use, because every start would pay for it.
  const { default: webPush } = await import('web-push')
  try {
    return webPush.generateRequestDetails({ endpoint, keys }, payload, {
      vapidDetails,
      TTL: lifetimeSeconds,
      urgency,
      topic,
    })
  } catch {
    return undefined
  }
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'busy', retryAfterSeconds: readRetryAfter(headers) }
  return { kind: 'refused', status }
}

/** Reads the header in both of its forms: a number of seconds, or a time. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds)
}
