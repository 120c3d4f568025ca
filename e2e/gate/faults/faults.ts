import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { hasRelay } from '../checks/handler-progress.ts'
import type { GateRun } from '../gate-run.ts'
import { type Attempt, isUnavailable } from '../load/replies.ts'

const clockStepMs = 3 * 86_400_000
const clockSteps = 3
/** The error by which a wrong clock is set back. */
const clockSetBackMs = 3_600_000
/** Within this time after the end of a fault jobs and commit signals have connections again. */
const reconnectedWithinSeconds = 5
/** A standby asks every two seconds whether it has to run the event handlers. */
const takeoverSeconds = 10

export const restartPostgres = (run: GateRun) => endPostgres(run, 'Postgres restarted', 'SIGINT')
export const killPostgres = (run: GateRun) => endPostgres(run, 'Postgres killed', 'SIGKILL')

function endPostgres(run: GateRun, name: string, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const { postgres, nodes } = run.world
  return run.surviveFault({
    name,
    node: nodes[0],
    begin: () => postgres.signal(signal),
    shows: isUnavailable,
    isOutage: true,
    end: () => postgres.waitUntilBack(),
  })
}

export function freezePostgres(run: GateRun): Promise<void> {
  const { postgres, nodes } = run.world
  return run.surviveFault({
    name: 'Postgres frozen',
    node: nodes[0],
    begin: () => postgres.freeze(),
    shows: isUnavailable,
    isOutage: true,
    end: () => postgres.thaw(),
  })
}

export async function fillDatabaseDisk(run: GateRun): Promise<void> {
  const { disks, nodes, postgres } = run.world
  const name = 'disk of Postgres full'
  const disk = disks.database
  if (!disk) return run.skip(name, noMount)
  await run.surviveFault({
    name,
    node: nodes[0],
    begin: () => disk.fill(),
    shows: isUnavailable,
    async end() {
      disk.grow()
      // When it could not write at all it ended, and is started again.
      await postgres.waitUntilBack()
    },
  })
}

const noMount = 'mounting a file system is not permitted here'

export async function fillFilesDisk(run: GateRun): Promise<void> {
  const { disks, nodes } = run.world
  const name = 'disk of stored files full'
  const disk = disks.files
  if (!disk) return run.skip(name, noMount)
  const isUpload = ({ what }: Attempt) => what.includes('/uploads')
  await run.surviveFault({
    name,
    node: nodes[0],
    begin: () => disk.fill(),
    shows: (attempt) => isUpload(attempt) && isUnavailable(attempt),
    async end() {
      // What needs no file goes on.
      await run.load.waitForAcknowledgements(20)
      disk.grow()
    },
    strikes: ['uploads'],
  })
}

export const cutOffNode = (run: GateRun) =>
  loseNetwork(run, 'node cut off from the database', () => run.world.network.cut())
export const stallNode = (run: GateRun) =>
  loseNetwork(run, 'network to the database stalled', () => run.world.network.stall())

/**
 * Lets the connections of the second of two nodes fall silent for good, while new ones work. It opens new ones for its
 * jobs and for the signals of the other node, and goes on alone when that is killed.
 */
export async function forgetConnections(run: GateRun): Promise<void> {
  const [first, second] = run.world.nodes
  await run.startNode(second)
  await run.load.waitForEveryClient()
  const isThere = ({ port }: Attempt) => port === second.port
  const [{ now } = { now: '' }] = await run.world.rows<{ now: string }>('select now()::text as now')
  await run.surviveFault({
    name: 'connections to the database silent',
    node: second,
    begin: () => run.world.network.forget(),
    shows: (attempt) => isThere(attempt) && isUnavailable(attempt),
    isOutage: true,
    async end() {
      // The connections of the first node are older.
      const isConnected = async () =>
        (
          await run.world.rows(
            `select 1 from pg_stat_activity where datname = current_database() and backend_start > $1::timestamptz
              and application_name in ('veranda-jobs', 'veranda-wake') group by application_name`,
            [now],
          )
        ).length === 2
      await waitUntil('new connections of jobs and signals', isConnected, reconnectedWithinSeconds).catch(() =>
        run.findings.push(`connections silent: jobs or signals had no new ones after ${reconnectedWithinSeconds} s`),
      )
    },
  })
  await run.crashNode(first)
  await waitUntil('the other node to run the event handlers', () => hasRelay(run.world.rows))
  // A step of some of them ends only when a job has run.
  await run.load.waitForEveryClient()
  await run.startNode(first)
  await stopSecondNode(run)
}

/** Sets the clock of a standby node back by an hour and on again; it takes over in between, and refuses no call. */
export async function setClockBack(run: GateRun): Promise<void> {
  const [first, second] = run.world.nodes
  await run.startNode(second)
  await run.load.waitForEveryClient()
  await run.surviveFault({
    name: 'clock of a node set back',
    node: second,
    async begin() {
      second.shiftClock(-clockSetBackMs)
      await run.load.waitForEveryClient()
      await run.crashNode(first)
      await waitUntil('the node to run the event handlers', () => hasRelay(run.world.rows), takeoverSeconds).catch(() =>
        run.findings.push(`clock set back: no node ran the event handlers after ${takeoverSeconds} s`),
      )
      await run.load.waitForEveryClient()
    },
    end: () => second.shiftClock(0),
  })
  await run.startNode(first)
  await stopSecondNode(run)
}

/** Takes the network from the second of two nodes; the first one goes on. */
async function loseNetwork(run: GateRun, name: string, begin: () => void): Promise<void> {
  const [, second] = run.world.nodes
  await run.startNode(second)
  await run.load.waitForEveryClient()
  const isThere = ({ port }: Attempt) => port === second.port
  await run.surviveFault({
    name,
    node: second,
    begin,
    shows: (attempt) => isThere(attempt) && isUnavailable(attempt),
    isOutage: true,
    end: () => run.world.network.restore(),
  })
  await stopSecondNode(run)
}

/** Kills the first of two nodes, which runs the event handlers, and expects the other one to take over. */
export async function killNodeOfTwo(run: GateRun): Promise<void> {
  const [first, second] = run.world.nodes
  await run.startNode(second)
  await run.load.waitForEveryClient()
  await run.surviveFault({
    name: 'one of two nodes killed',
    node: second,
    begin: () => run.crashNode(first),
    async end() {
      await waitUntil('the other node to run the event handlers', () => hasRelay(run.world.rows))
      await run.load.waitForEveryClient()
    },
  })
  await run.startNode(first)
  await stopSecondNode(run)
}

async function stopSecondNode(run: GateRun): Promise<void> {
  const [, second] = run.world.nodes
  const code = await run.stopNode(second)
  if (code !== 0)
    run.findings.push(`the second node ended with ${code} when it was stopped: ${second.output.slice(-1_000)}`)
}

/** Moves the clock on by days, in steps. */
export function moveClockByDays(run: GateRun): Promise<void> {
  const { anyone, waitForAcknowledgements } = run.load
  return run.surviveFault({
    name: 'clock moved',
    node: run.world.nodes[0],
    async begin() {
      for (let step = 0; step < clockSteps; step += 1) {
        const { clock } = run.world
        // The server's clock moves before its reply is here.
        clock.setShift(clock.now() - Date.now() + clockStepMs)
        const { offsetMs } = await anyone.call(moveClock, { body: { advanceMs: clockStepMs } })
        clock.setShift(offsetMs)
        await waitForAcknowledgements(10)
      }
    },
    end: () => undefined,
  })
}
