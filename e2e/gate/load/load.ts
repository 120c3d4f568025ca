import { setTimeout as sleep } from 'node:timers/promises'
import { listDemoUsers } from '@veranda/contract/sandbox/routes.ts'
import type { ReplyOf } from '@veranda/contract/route.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { buildUrl } from '../../support/api-client.ts'
import type { ReadRows } from '../checks/nothing-lost.ts'
import { type Acknowledgements, countAcknowledgements, noAcknowledgements } from './acknowledgements.ts'
import { makeBookingClient } from './bookings.ts'
import { makeConnectionBreaker } from './broken-connections.ts'
import { makeCommissionClient } from './commissions.ts'
import { exchange, GateUser } from './gate-user.ts'
import { type ClientName, clientNames, type LoadClient } from './load-client.ts'
import { makeMessageClient } from './messages.ts'
import { makePayoutClient } from './payouts.ts'
import { AttemptLog } from './replies.ts'
import { makeRoomVisitor } from './room-visits.ts'
import { makeUploadClient } from './uploads.ts'
import { isGateRun } from '../../support/scope.ts'

/** Generous, because the machine may be busy with more than the gate. */
const stepTimeoutSeconds = 180
const pauseBetweenStepsMs = isGateRun ? 20 : 200
const pauseAfterFailureMs = 200

/** Eight clients that work side by side and one that breaks off its connections, and what the server acknowledged to them. */
export type Load = {
  readonly acknowledged: Acknowledgements
  readonly attempts: AttemptLog
  /** Steps that failed, in a sentence each. */
  readonly failures: string[]
  /** A user for calls that are no part of the load. */
  readonly anyone: GateUser
  /** Returns the clients whose calls go to the node at this port now. */
  clientsAt(port: number): LoadClient[]
  start(): void
  /** Lets every client finish its step, then closes all connections. */
  pause(): Promise<void>
  /** Waits until the server has acknowledged this many more. */
  waitForAcknowledgements(count: number): Promise<void>
  /** Waits until every client has finished a step that it began after now. */
  waitForEveryClient(): Promise<void>
  /** Lets every client take up what had to wait. */
  finish(): Promise<void>
  findFaults(): Promise<string[]>
}

/**
 * Makes the load in the demo world. `urlOf` returns the address of the node that serves a client of that number, `rows`
 * reads what no reply says.
 */
export async function makeLoad(urlOf: (client: number) => string, now: () => number, rows: ReadRows): Promise<Load> {
  const acknowledged = noAcknowledgements()
  const attempts = new AttemptLog()
  const failures: string[] = []
  const demoUsers = await exchange(buildUrl(urlOf(0), listDemoUsers, {}), { method: 'GET' })
  // Serialised by the contract's schema.
  const { items } = JSON.parse(demoUsers?.text ?? '{}') as ReplyOf<typeof listDemoUsers>
  const users: GateUser[] = []
  const user = (firstName: string, client?: ClientName) => {
    const found = items.find(({ name }) => name.startsWith(`${firstName} `))
    if (!found) throw new Error(`${firstName} is not in the demo world`)
    const made = new GateUser(found.id, client, () => urlOf(client ? clientNames.indexOf(client) : 0), attempts)
    users.push(made)
    return made
  }
  const [maya, kenji] = [user('Maya', 'room visits of client'), user('Kenji', 'room visits of creator')]
  const pair = (client: string, creator: string, name: ClientName) => [user(client, name), user(creator, name)] as const
  const { items: projects } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
  const roomId = projects[0]?.id
  if (roomId === undefined) throw new Error('the demo world has no room')
  const clients = [
    await makeMessageClient(...pair('Hana', 'Tomás', 'messages over a socket'), 'socket', acknowledged),
    await makeMessageClient(...pair('Idris', 'Sofia', 'messages over HTTP'), 'http', acknowledged),
    await makeBookingClient(...pair('Hana', 'Tomás', 'bookings'), now, acknowledged),
    await makeCommissionClient(...pair('Idris', 'Sofia', 'commissions'), now, acknowledged, rows),
    makePayoutClient(user('Kenji', 'payouts'), acknowledged),
    makeUploadClient(user('Maya', 'uploads'), acknowledged, rows),
    makeRoomVisitor(maya, roomId, 'client', acknowledged),
    makeRoomVisitor(kenji, roomId, 'creator', acknowledged),
    await makeConnectionBreaker(user('Kenji', 'broken connections'), roomId, rows),
  ]
  /** When the last step that each client finished had begun. */
  const finished = new Map<LoadClient, number>()
  /** The clients that are in a step. */
  const busy = new Set<LoadClient>()
  let running = false
  let loops: Promise<void>[] = []

  const repeat = async (client: LoadClient) => {
    while (running) {
      try {
        const beganAt = performance.now()
        busy.add(client)
        await client.step()
        finished.set(client, beganAt)
        await sleep(pauseBetweenStepsMs)
      } catch (error) {
        failures.push(`${client.name}: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(pauseAfterFailureMs)
      } finally {
        busy.delete(client)
      }
    }
  }
  const waitUntil = async (what: string, isReached: () => boolean, seconds = stepTimeoutSeconds) => {
    const deadline = Date.now() + seconds * 1_000
    while (!isReached()) {
      if (Date.now() > deadline)
        throw new Error(`${what} took longer than ${seconds} s: ${failures.slice(-3).join('; ')}`)
      await sleep(20)
    }
  }

  return {
    acknowledged,
    attempts,
    failures,
    anyone: user('Maya'),
    clientsAt: (port) => clients.filter(({ name }) => Number(new URL(urlOf(clientNames.indexOf(name))).port) === port),
    start() {
      running = true
      loops = clients.map(repeat)
    },
    async pause() {
      running = false
      await waitUntil('the last step', () => busy.size === 0).catch((error: unknown) => {
        throw new Error([...busy].map(({ name }) => name).join(', '), { cause: error })
      })
      await Promise.all(loops)
      for (const client of clients) client.leave()
      for (const one of users) one.leave()
    },
    async waitForAcknowledgements(count) {
      const from = countAcknowledgements(acknowledged)
      await waitUntil(`${count} acknowledgements`, () => countAcknowledgements(acknowledged) >= from + count)
    },
    async waitForEveryClient() {
      const from = performance.now()
      await waitUntil('a step of every client', () => clients.every((client) => (finished.get(client) ?? 0) >= from))
    },
    async finish() {
      for (const client of clients) await client.finish?.()
    },
    async findFaults() {
      const faults: string[] = []
      for (const client of clients) faults.push(...(await client.findFaults()))
      for (const client of clients) client.leave()
      for (const one of users) one.leave()
      return faults
    },
  }
}
