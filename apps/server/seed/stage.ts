import type { BodyOf, ParamsOf, QueryOf, Route } from '@veranda/contract/route.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sql } from 'kysely'
import type { App } from '../src/app.ts'
import type { MovableClock } from '../src/clock.ts'
import { transact } from '../src/db/transact.ts'
import { confirmHeld } from '../src/features/accounts/confirm-held.ts'
import { roomDoor } from '../src/features/rooms/door.ts'
import type { DemoPerson } from '../src/features/accounts/make-demo-person.ts'
import { picturePng } from './pictures/picture.ts'
import type { Cast, PersonKey } from './stories/cast.ts'
import { workBytes } from './works/works.ts'

/** What a work stands on in a portfolio's picture. */
const ground = '#e9e3d8'

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }

/** The server as a value with a scripted clock, played by the people of the demo world. */
export class Stage {
  readonly #app: App
  readonly #clock: MovableClock
  readonly #people = new Map<PersonKey, DemoPerson>()
  readonly cast: Cast

  constructor(app: App, clock: MovableClock) {
    this.#app = app
    this.#clock = clock
    this.cast = {
      id: (person) => this.#person(person).id,
      as: (person, route, ask) => this.#call(person, route, ask),
      upload: (person, name, picture) => this.#upload(person, name, picture),
      uploadWork: (person, name, purpose) => this.#uploadWork(person, name, purpose),
      uploadPictureOf: (person, workId) => this.#uploadPictureOf(person, workId),
      visit: (person, roomId, what) =>
        transact(app.deps, (tx) => roomDoor[what](tx, roomId, this.#person(person).id, clock.now())),
      confirm: (person) => confirmHeld(app.deps, this.#person(person)),
      now: () => clock.now(),
      settle: () => this.settle(),
    }
  }

  add(key: PersonKey, person: DemoPerson): void {
    this.#people.set(key, person)
  }

  everybody(): readonly PersonKey[] {
    return [...this.#people.keys()]
  }

  /** Moves the clock to `at`, stopping at every timer and webhook on the way. */
  async advanceTo(at: Instant): Promise<void> {
    for (let stop = await this.#nextStop(at); stop !== undefined; stop = await this.#nextStop(at)) {
      this.#set(stop)
      await this.settle()
    }
    this.#set(at)
  }

  #set(at: Instant): void {
    this.#clock.setShift(at - Date.now())
  }

  /** The earliest timer or webhook after now and before `at`. */
  async #nextStop(at: Instant): Promise<Instant | undefined> {
    const from = new Date(this.#clock.now() + 1)
    const { rows } = await sql<{ at: number | null }>`
      select min(at) as at from (
        select at from due where at > ${from} and at < ${new Date(at)}
        union all
        select due_at from sandbox_payment_webhooks
        where delivered_at is null and due_at > ${from} and due_at < ${new Date(at)}
      ) as stops`.execute(this.#app.deps.db)
    const next = rows[0]?.at
    return next === null || next === undefined ? undefined : instant(next)
  }

  /** Runs reactions, timers, jobs and webhooks until nothing is left to do at this moment. */
  async settle(): Promise<void> {
    const { relay, due, jobs, deps } = this.#app
    for (let round = 0; round < 500; round += 1) {
      const { ran, heldBack } = await relay.pass()
      const did = ran + (await due.pass()) + (await jobs.drain(deps)) + (await this.#deliverWebhooks())
      if (did === 0 && !heldBack) return
      if (did === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    }
    throw new Error('the demo world never came to rest')
  }

  async #deliverWebhooks(): Promise<number> {
    const { payments } = this.#app.deps.gateways
    if (!('deliverDue' in payments)) return 0
    return payments.deliverDue(async ({ body, headers }) => {
      const url = '/api/payments/webhook'
      return (await this.#app.http.inject({ method: 'POST', url, headers: { ...headers }, payload: body })).statusCode
    })
  }

  #person(key: PersonKey): DemoPerson {
    const person = this.#people.get(key)
    if (!person) throw new Error(`${key} is not in the demo world yet`)
    return person
  }

  async #call<R extends Route>(
    key: PersonKey,
    route: R,
    ask: { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> } = {},
  ) {
    // The parts depend on R; here they are only handed on.
    const { params, query, body }: Loose = ask as object
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const asked = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
    const { authorization, cookie } = this.#person(key)
    const response = await this.#app.http.inject({
      method: route.method,
      url: `/api${path}${asked.length > 0 ? `?${new URLSearchParams(asked).toString()}` : ''}`,
      headers: { authorization, cookie, ...(route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (response.statusCode >= 400) {
      throw new Error(`${key} was refused ${route.method} ${path}: ${response.statusCode} ${response.body}`)
    }
    return response.json()
  }

  async #upload(key: PersonKey, name: string, picture: Parameters<Cast['upload']>[2]): Promise<string> {
    return this.#send(key, name, await picturePng(picture), 'picture')
  }

  async #uploadPictureOf(key: PersonKey, workId: string): Promise<string> {
    const { cookie } = this.#person(key)
    const url = `/api/works/${workId}/thumbnail`
    const { rawPayload } = await this.#app.http.inject({ method: 'GET', url, headers: { cookie } })
    const png = await sharp(rawPayload).flatten({ background: ground }).png().toBuffer()
    return this.#send(key, 'work.png', png, 'picture')
  }

  async #uploadWork(key: PersonKey, name: Parameters<Cast['uploadWork']>[1], purpose: string): Promise<string> {
    const id = await this.#send(key, name, await workBytes(name), purpose)
    await this.settle()
    const { state, refusal } = await this.#call(key, readWork, { params: { id } })
    if (state !== 'ready') throw new Error(`${name} is ${state}: ${refusal?.message}`)
    return id
  }

  /** Sends all of a file; answers the id of what it becomes. */
  async #send(key: PersonKey, name: string, bytes: Uint8Array, purpose: string): Promise<string> {
    const { authorization, cookie } = this.#person(key)
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const headers = { authorization, cookie, 'tus-resumable': '1.0.0' }
    const begun = await this.#app.http.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
      },
    })
    const url = String(begun.headers['location'])
    const sent = await this.#app.http.inject({
      method: 'PATCH',
      url,
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: Buffer.from(bytes),
    })
    if (sent.statusCode !== 204) throw new Error(`${key} could not upload ${name}: ${begun.body} ${sent.body}`)
    return url.split('/').at(-1) ?? ''
  }
}
