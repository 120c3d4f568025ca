import { type PushPayload } from '@veranda/contract/notifications/push-payload.ts'
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo } from 'node:net'

const authBytes = 16
const publicKeyBytes = 65
const tagBytes = 16

/** A browser's side of a subscription: what it gives to the server, and what it decrypts a push with. */
export type TestSubscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Decrypts the body of a request as a browser does (RFC 8188, RFC 8291). */
  decrypt(body: Buffer): string
}

/** Makes a subscription with keys of its own. */
export function makeTestSubscription(endpoint: string): TestSubscription {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(authBytes)
  return {
    endpoint,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16)
      const idLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + idLength)
      if (idLength !== publicKeyBytes) throw new Error('the header has no public key')
      const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, from, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const shared = derive(pair.computeSecret(sender), auth, info, 32)
      const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
      const sealed = body.subarray(21 + idLength)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
      // The text ends before the delimiter of the last record.
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

type ReceivedPush = {
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly payload: PushPayload
}
type Reply = { status: number; headers?: Record<string, string> }

/** A push service on this machine, which decrypts what it gets, as only the browser could. */
export class TestPushService {
  readonly received: ReceivedPush[] = []
  /** Replies for the next pushes, in this order; then 201. */
  readonly replies: Reply[] = []
  readonly #subscriptions = new Map<string, TestSubscription>()
  readonly #server: Server
  readonly origin: string

  private constructor(server: Server) {
    this.#server = server
    // Listening on a port, and not on a pipe.
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#receive(request, response))
  }

  static async start(): Promise<TestPushService> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TestPushService(server)
  }

  /** Makes a subscription at this service. */
  subscribe(): TestSubscription {
    const subscription = makeTestSubscription(`${this.origin}/push/${randomUUID()}`)
    this.#subscriptions.set(subscription.endpoint, subscription)
    return subscription
  }

  /** Returns what a subscription got. */
  receivedBy({ endpoint }: TestSubscription): ReceivedPush[] {
    return this.received.filter((push) => push.endpoint === endpoint)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
    const endpoint = `${this.origin}${request.url ?? ''}`
    const body = Buffer.concat(chunks)
    const { status, headers } = this.replies.shift() ?? { status: 201 }
    const subscription = this.#subscriptions.get(endpoint)
    if (subscription) {
      // Our own server made it.
      const payload = JSON.parse(subscription.decrypt(body)) as PushPayload
      this.received.push({ endpoint, headers: request.headers, body, payload })
    }
    response.writeHead(subscription ? status : 404, headers).end()
  }
}
