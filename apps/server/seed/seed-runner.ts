import type { BodyOf, ParamsOf, QueryOf, Route } from '@veranda/contract/route.ts'
import { changeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../src/app.ts'
import type { MovableClock } from '../src/platform/clock/clock.ts'
import { transact } from '../src/platform/db/transact.ts'
import { markReauthenticated } from '../src/features/accounts/step-up/mark-reauthenticated.ts'
import { recordJoin, recordLeave } from '../src/features/rooms/presence/room-presence.ts'
import { type DemoUser } from '../src/features/accounts/sign-in/create-demo-user.ts'
import type { AssetImage, SeedApi, UserKey } from './stories/seed-api.ts'
import { storeConversion } from './assets/store-conversion.ts'
import { ConvertedWorks } from './assets/converted-works.ts'
import { portraitPng } from './images/portrait.ts'
import { type DemoWorldSize, portfolioOf, workOrders } from './users/works.ts'

type UntypedCall = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }

/** Drives the app with a scripted clock and calls it on behalf of the demo users. */
export class SeedRunner {
  readonly #app: App
  readonly #clock: MovableClock
  readonly #users = new Map<UserKey, DemoUser>()
  readonly #works: ConvertedWorks
  readonly #size: DemoWorldSize
  readonly api: SeedApi

  constructor(app: App, clock: MovableClock, size: DemoWorldSize) {
    this.#app = app
    this.#clock = clock
    this.#size = size
    this.#works = new ConvertedWorks(workOrders(size))
    this.api = {
      userId: (user) => this.#user(user).id,
      callAs: (user, route, input) => this.#callAs(user, route, input),
      portfolioWork: (creator, index) => portfolioOf(creator, size)[index]?.asset ?? 'reading-chair-v1.glb',
      uploadImage: (user, name, picture) => this.#uploadImage(user, name, picture),
      uploadAsset: (user, name, purpose) => this.#uploadAsset(user, name, purpose),
      recordRoomVisit: (user, roomId, change) =>
        transact(app.deps, (tx) =>
          (change === 'recordJoin' ? recordJoin : recordLeave)(tx, roomId, this.#user(user).id, clock.now()),
        ),
      stepUp: (user) => markReauthenticated(app.deps, this.#user(user)),
      now: () => clock.now(),
      runUntilIdle: () => this.runUntilIdle(),
    }
  }

  addUser(key: UserKey, user: DemoUser): void {
    this.#users.set(key, user)
  }

  /** Uploads the user's portrait and shows it wherever their name is. */
  async addPortrait(key: UserKey): Promise<void> {
    const fileId = await this.#uploadBytes(key, 'portrait.png', await portraitPng(key), 'image')
    await this.#callAs(key, changeAvatar, { body: { fileId } })
  }

  async stop(): Promise<void> {
    await this.#works.stop()
  }

  userKeys(): readonly UserKey[] {
    return [...this.#users.keys()]
  }

  /** Moves the clock to `at` and stops at every timer and webhook on the way. */
  async advanceTo(at: Instant): Promise<void> {
    for (let dueAt = await this.#nextDueTime(at); dueAt !== undefined; dueAt = await this.#nextDueTime(at)) {
      this.#setClock(dueAt)
      await this.runUntilIdle()
    }
    this.#setClock(at)
  }

  #setClock(at: Instant): void {
    this.#clock.setShift(at - Date.now())
  }

  /** Returns the time of the earliest timer or webhook after now and before `at`. */
  async #nextDueTime(at: Instant): Promise<Instant | undefined> {
    const from = new Date(this.#clock.now() + 1)
    const { rows } = await sql<{ at: number | null }>`
      select min(at) as at from (
        select at from timers where at > ${from} and at < ${new Date(at)}
        union all
        select due_at from sandbox_payment_webhooks
        where delivered_at is null and due_at > ${from} and due_at < ${new Date(at)}
      ) as stops`.execute(this.#app.deps.db)
    const next = rows[0]?.at
    return next === null || next === undefined ? undefined : instant(next)
  }

  /** Runs event handlers, timers, jobs and webhooks until none is due. */
  async runUntilIdle(): Promise<void> {
    const { outboxRelay, timers, jobs, deps } = this.#app
    for (let round = 0; round < 500; round += 1) {
      const { ran, heldBack } = await outboxRelay.runOnce()
      const processed =
        ran + (await timers.runOnce()) + (await jobs.runUntilEmpty(deps)) + (await this.#deliverWebhooks())
      if (processed === 0 && !heldBack) return
      if (processed === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    }
    throw new Error('the seed did not become idle after 500 rounds')
  }

  async #deliverWebhooks(): Promise<number> {
    const { payments } = this.#app.deps.gateways
    if (!('sendDueWebhooks' in payments)) return 0
    return payments.sendDueWebhooks(async ({ body, headers }) => {
      const url = '/api/payments/webhook'
      return (await this.#app.http.inject({ method: 'POST', url, headers: { ...headers }, payload: body })).statusCode
    })
  }

  #user(key: UserKey): DemoUser {
    const user = this.#users.get(key)
    if (!user) throw new Error(`demo user ${key} does not exist yet`)
    return user
  }

  async #callAs<R extends Route>(
    key: UserKey,
    route: R,
    input: { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> } = {},
  ) {
    // The shape depends on R; here the parts are only passed on.
    const { params, query, body }: UntypedCall = input as object
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const queryEntries = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
    const { authorization, cookie } = this.#user(key)
    const response = await this.#app.http.inject({
      method: route.method,
      url: `/api${path}${queryEntries.length > 0 ? `?${new URLSearchParams(queryEntries).toString()}` : ''}`,
      headers: { authorization, cookie, ...(route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (response.statusCode >= 400) {
      throw new Error(`${key}: ${route.method} ${path} failed with ${response.statusCode} ${response.body}`)
    }
    return response.json()
  }

  async #uploadImage(key: UserKey, name: string, { asset, picture }: AssetImage): Promise<string> {
    const { pictures } = await this.#works.find(asset)
    const bytes = pictures[picture] ?? pictures[0]
    if (!bytes) throw new Error(`${asset} has no picture`)
    return this.#uploadBytes(key, name, bytes, 'image')
  }

  async #uploadAsset(key: UserKey, name: Parameters<SeedApi['uploadAsset']>[1], purpose: string): Promise<string> {
    const work = await this.#works.find(name)
    // The small world is for tests, whose servers would render all of them at each start.
    await storeConversion(this.#app.deps, work, { withLaterRenditions: this.#size === 'full' })
    const id = await this.#uploadBytes(key, name, work.bytes, purpose)
    await this.runUntilIdle()
    const { state, refusal } = await this.#callAs(key, readAsset, { params: { id } })
    if (state !== 'ready') throw new Error(`asset ${name} is ${state}: ${refusal?.message}`)
    return id
  }

  /** Uploads a file in one request and returns the id of the asset or stored file it becomes. */
  async #uploadBytes(key: UserKey, name: string, bytes: Uint8Array, purpose: string): Promise<string> {
    const { authorization, cookie } = this.#user(key)
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const headers = { authorization, cookie, 'tus-resumable': '1.0.0' }
    const created = await this.#app.http.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
      },
    })
    const url = String(created.headers['location'])
    const sent = await this.#app.http.inject({
      method: 'PATCH',
      url,
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: Buffer.from(bytes),
    })
    if (sent.statusCode !== 204) throw new Error(`upload of ${name} by ${key} failed: ${created.body} ${sent.body}`)
    return url.split('/').at(-1) ?? ''
  }
}
