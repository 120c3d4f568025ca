import { checkLedger } from '@veranda/server/platform/ledger/check-ledger.ts'
import { openDatabase } from '@veranda/server/platform/db/database.ts'
import { cpuSecondsOfTree } from '../../bench/support/cpu-time.ts'
import { waitUntil } from '../support/wait-until.ts'
import { findLeakedConnections, maxDatabaseConnections } from './checks/database-connections.ts'
import { findLateHealing, healingTimes } from './checks/healing.ts'
import { findLostOrDoubled } from './checks/nothing-lost.ts'
import { isQuietMachine } from './checks/quiet-machine.ts'
import { findUnsettled } from './checks/settled.ts'
import { findSlowMedian, medianOf } from './checks/start-times.ts'
import type { GateNode } from './faults/node.ts'
import { type GateWorld, openGateWorld } from './gate-world.ts'
import { countAcknowledgements } from './load/acknowledgements.ts'
import type { ClientName, LoadClient } from './load/load-client.ts'
import { type Load, makeLoad } from './load/load.ts'
import { type Attempt, findBadAnswers, findLateOutage, slowestUnavailable } from './load/replies.ts'
import { type FaultRow, findSkipped, formatReport, raise } from './report.ts'

/** Within this time after the last client has left, no connection of one is open. */
const handlesClosedWithinSeconds = 10
const warmUpAcknowledgements = 40
const faultTimeoutSeconds = 60
/** A job whose worker died is run again when its heartbeat is missed, and later after each further failure. */
const settledWithinSeconds = 300

export type Fault = {
  readonly name: string
  /** The node that lives through it. */
  readonly node: GateNode
  begin(): Promise<void> | void
  /** Returns whether an attempt shows that the fault has an effect. */
  readonly shows?: (attempt: Attempt) => boolean
  /** True for an outage of every call, whose first 503 has to come in time. */
  readonly isOutage?: boolean
  end(): Promise<void> | void
  /** The clients that have to succeed again after its end; by default all whose calls reach the node. */
  readonly strikes?: readonly ClientName[]
}

/** One run of the gate: the load, the faults one after the other, and what is found after each of them. */
export class GateRun {
  readonly world: GateWorld
  readonly load: Load
  readonly #rows: FaultRow[] = []
  /** The faults that could not be made, with why. */
  readonly #skipped = new Map<string, string>()
  readonly #mustMakeAll: boolean
  /** A sentence for each promise that was broken. */
  readonly findings: string[] = []
  /** The findings that no repetition excuses: something acknowledged is lost or doubled, or money does not add up. */
  readonly losses: string[] = []
  /** The times from each kill of the server until the next one was ready. */
  readonly startsMs: number[] = []
  readonly #isQuiet: boolean
  readonly #startedAt = performance.now()
  readonly #cpuSecondsBefore = cpuSecondsOfTree(process.pid)

  /**
   * Begins the load. With `judgesStarts`, the starts have to be fast as a whole if the machine does nothing else; with
   * `mustMakeAll`, a fault that cannot be made here is a finding.
   */
  static async begin({ judgesStarts, mustMakeAll }: { judgesStarts: boolean; mustMakeAll: boolean }): Promise<GateRun> {
    const isQuiet = judgesStarts && (await isQuietMachine())
    const world = await openGateWorld()
    try {
      await world.nodes[0].start()
      const urlOf = (client: number) => {
        const alive = world.nodes.filter((node) => node.alive)
        return (alive[client % alive.length] ?? world.nodes[0]).url
      }
      const load = await makeLoad(urlOf, () => world.clock.now(), world.rows)
      return new GateRun(world, load, { isQuiet, mustMakeAll })
    } catch (error) {
      await world.close()
      throw error
    }
  }

  private constructor(world: GateWorld, load: Load, judges: { isQuiet: boolean; mustMakeAll: boolean }) {
    this.#isQuiet = judges.isQuiet
    this.#mustMakeAll = judges.mustMakeAll
    this.world = world
    this.load = load
    load.start()
  }

  /** Returns the time since the load began. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt
  }

  /** Returns the processor time, since the load began, of this process and all that it started. */
  get cpuSeconds(): number {
    return cpuSecondsOfTree(process.pid) - this.#cpuSecondsBefore
  }

  /** Ends the load, waits until everything is settled, and looks at all of it once more. */
  async end(): Promise<void> {
    await this.load.pause()
    const unsettled = async () => [
      ...(await findUnsettled(this.world.rows, this.load.acknowledged)),
      ...(await this.#checkLedger()),
    ]
    await waitUntil(
      'everything to be settled',
      async () => {
        await this.load.finish()
        return (await unsettled()).length === 0
      },
      settledWithinSeconds,
    ).catch(async () => this.findings.push(...(await unsettled())))
    // What was paid last is delivered and approved.
    await this.load.finish()
    const { lost, doubled } = await findLostOrDoubled(this.world.rows, this.load.acknowledged)
    this.#addLosses(...lost.map((one) => `lost: ${one}`), ...doubled, ...(await this.load.findFaults()))
    this.findings.push(...this.load.failures)
    for (const [index, node] of this.world.nodes.entries())
      for (const line of node.output.split('\n'))
        if (/uncaught exception|unhandled rejection|request failed/.test(line))
          this.findings.push(`log of node ${index + 1}: ${line.slice(0, 300)}`)
    console.log(`\n${formatReport(this.#rows, this.load.acknowledged)}`)
    const [expired] = await this.world.rows<{ count: number }>(
      "select count(*)::int as count from charges where milestone_id is not null and state = 'expired'",
    )
    console.log(`payments that ran out of time: ${expired?.count}`)
    if (this.#isQuiet) this.findings.push(...findSlowMedian(this.startsMs))
    const [median, slowest] = [medianOf(this.startsMs), Math.max(0, ...this.startsMs)].map(Math.round)
    const judgement = this.#isQuiet ? 'on a quiet machine' : 'of which the median is not judged here'
    console.log(`starts after a kill: half of them within ${median} ms, the slowest ${slowest} ms, ${judgement}`)
    if (this.#skipped.size > 0) {
      console.warn(`\nNOT MADE: ${this.#skipped.size} of the faults, of which this run shows nothing:`)
      for (const [fault, reason] of this.#skipped) console.warn(`  ${fault}, because ${reason}`)
    }
    this.findings.push(...findSkipped(this.#skipped, { mustMakeAll: this.#mustMakeAll }))
    const [seconds, cpuSeconds] = [this.elapsedMs / 1_000, this.cpuSeconds].map(Math.round)
    console.log(`${seconds} s, ${cpuSeconds} s of processor time, ${this.findings.length} findings\n`)
  }

  /** Reports a fault that cannot be made here. */
  skip(fault: string, reason: string): void {
    this.#skipped.set(fault, reason)
  }

  async close(): Promise<void> {
    try {
      await this.load.pause()
    } finally {
      await this.world.close()
    }
  }

  /** Runs one fault that the node has to live through, and looks at everything afterwards. */
  async surviveFault({ name, node, begin, shows, isOutage, end, strikes }: Fault): Promise<void> {
    const row = this.rowOf(name)
    const { attempts } = this.load
    const { pid } = node
    await this.load.pause()
    const before = await this.#countHandles(node)
    this.load.start()
    await this.load.waitForAcknowledgements(warmUpAcknowledgements)
    this.judgeAnswers(`before: ${name}`, row)
    const acknowledgedBefore = countAcknowledgements(this.load.acknowledged)

    const beganAt = performance.now()
    await begin()
    const expectAlive = () => {
      if (node.pid !== pid || !node.isRunning)
        throw new Error(`${name}: the server ended:\n${node.output.slice(-2_000)}`)
    }
    /** Waits until this is so, or for the end of the server. */
    const waitFor = async (what: string, isReached: () => boolean) => {
      const isOver = async () => isReached() || !node.isRunning
      await waitUntil(`${name} to ${what}`, isOver, faultTimeoutSeconds)
      expectAlive()
    }
    if (shows) {
      const findShown = () => attempts.all.find((attempt) => attempt.endedAt > beganAt && shows(attempt))
      await waitFor('show', () => findShown() !== undefined)
      if (isOutage) this.#judgeFirstAnswer(row, (findShown()?.endedAt ?? Infinity) - beganAt)
    }
    await end()
    const backAt = performance.now()
    const struck = this.load.clientsAt(node.port).filter(({ name: client }) => strikes?.includes(client) ?? true)
    const findUnhealed = () =>
      [...healingTimes(attempts.all, struck, backAt)].flatMap(([client, afterMs]) =>
        afterMs === undefined ? [client] : [],
      )
    await waitFor('heal', () => findUnhealed().length === 0).catch((error: unknown) => {
      throw new Error(`${name}: not healed: ${findUnhealed().join(', ')}`, { cause: error })
    })
    await this.load.waitForEveryClient()
    await this.load.pause()

    row.times += 1
    row.acknowledged += countAcknowledgements(this.load.acknowledged) - acknowledgedBefore
    expectAlive()
    this.judgeHealing(row, struck, backAt)
    this.judgeAnswers(name, row)
    const after = await this.#countHandles(node)
    row.handles = [row.handles?.[0] ?? before.others, after.others]
    if (after.others > before.others)
      this.findings.push(`${name}: ${after.others} file handles instead of ${before.others} when all clients had left`)
    await this.#judgeDatabaseConnections(name, after.database)
    await this.compare(row)
    await this.expectBalancedLedger(name)
    this.load.start()
  }

  /** Checks the invariants of the ledger. */
  async expectBalancedLedger(fault: string): Promise<void> {
    this.#addLosses(...(await this.#checkLedger()).map((one) => `${fault}: ${one}`))
  }

  /** Counts the file handles once the connections of all clients are closed. */
  async #countHandles(node: GateNode) {
    return waitUntil(
      'the connections of the clients to be closed',
      async () => {
        const handles = this.world.handlesOf(node)
        return handles.clients === 0 && handles
      },
      handlesClosedWithinSeconds,
    )
  }

  /** Looks at the connections to the database once everything has healed. */
  async #judgeDatabaseConnections(fault: string, count: number): Promise<void> {
    if (count > maxDatabaseConnections)
      this.findings.push(`${fault}: ${count} connections to the database instead of ${maxDatabaseConnections}`)
    const nodeCount = this.world.nodes.filter(({ alive }) => alive).length
    const findLeaked = () => findLeakedConnections(this.world.rows, nodeCount)
    // Postgres may not have ended those of a killed node yet.
    const isTidy = async () => (await findLeaked()).length === 0
    await waitUntil('leaked connections to end', isTidy, handlesClosedWithinSeconds).catch(async () =>
      this.findings.push(...(await findLeaked()).map((one) => `${fault}: ${one}`)),
    )
  }

  /** Compares what was acknowledged with what is stored. */
  async compare(row: FaultRow): Promise<void> {
    const { lost, doubled } = await findLostOrDoubled(this.world.rows, this.load.acknowledged)
    row.lost = Math.max(row.lost, lost.length)
    row.doubled = Math.max(row.doubled, doubled.length)
    this.#addLosses(...lost.map((one) => `${row.fault}: lost ${one}`), ...doubled)
  }

  #addLosses(...losses: readonly string[]): void {
    this.losses.push(...losses)
    this.findings.push(...losses)
  }

  /** Looks at the answers since the last time. */
  judgeAnswers(name: string, row: FaultRow): void {
    const attempts = this.load.attempts.take()
    raise(row, 'slowestUnavailableMs', slowestUnavailable(attempts))
    const stalledMs = this.load.attempts.takeLongestStallMs()
    this.findings.push(...findBadAnswers(attempts, stalledMs).map((one) => `${name}: ${one}`))
  }

  /** An outage of everything has its first 503 in time; `afterMs` is when it had one. */
  #judgeFirstAnswer(row: FaultRow, afterMs: number): void {
    raise(row, 'slowestFirstUnavailableMs', afterMs)
    const late = findLateOutage(afterMs, this.load.attempts.longestStallMs)
    this.findings.push(...late.map((one) => `${row.fault}: ${one}`))
  }

  /** Expects that the clients that a fault struck work again in time; one that had no success until now is that late. */
  judgeHealing(row: FaultRow, clients: readonly LoadClient[], endedAt: number): void {
    const untilNowMs = performance.now() - endedAt
    const times = [...healingTimes(this.load.attempts.all, clients, endedAt)].map(
      ([client, afterMs = untilNowMs]) => [client, afterMs] as const,
    )
    raise(row, 'slowestHealMs', Math.max(...times.map(([, afterMs]) => afterMs)))
    const late = findLateHealing(new Map(times), this.load.attempts.longestStallMs)
    this.findings.push(...late.map((one) => `${row.fault}: ${one}`))
  }

  /** Starts a node, again or for the first time. */
  async startNode(node: GateNode): Promise<void> {
    await node.start()
    this.load.attempts.noteStart(node.port)
  }

  /** Kills a node; what breaks off with it, or comes before it is started again, is no finding. */
  async crashNode(node: GateNode): Promise<void> {
    this.load.attempts.noteKill(node.port)
    await node.crash()
  }

  /** Stops a node in order, to which clients send nothing more. What they had sent has to be answered. */
  async stopNode(node: GateNode): Promise<number | null> {
    this.load.attempts.noteStop(node.port)
    return node.stop()
  }

  async #checkLedger(): Promise<string[]> {
    const database = openDatabase(this.world.databaseUrl, { max: 1 })
    try {
      return (await checkLedger(database.db)).map(({ rule, about }) => `ledger: ${rule}: ${about}`)
    } finally {
      await database.close()
    }
  }

  /** Returns the line of a fault, which may come several times. */
  rowOf(fault: string): FaultRow {
    const known = this.#rows.find((row) => row.fault === fault)
    if (known) return known
    const row: FaultRow = {
      fault,
      times: 0,
      acknowledged: 0,
      lost: 0,
      doubled: 0,
      slowestFirstUnavailableMs: undefined,
      slowestUnavailableMs: undefined,
      slowestHealMs: undefined,
      handles: undefined,
    }
    this.#rows.push(row)
    return row
  }
}
