import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { hasRelay } from '../checks/handler-progress.ts'
import type { GateRun } from '../gate-run.ts'
import { type Attempt, isUnavailable } from '../load/replies.ts'

const clockStepMs = 3 * 86_400_000
const clockSteps = 3

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
        const { offsetMs } = await anyone.call(moveClock, { body: { advanceMs: clockStepMs } })
        run.world.clock.setShift(offsetMs)
        await waitForAcknowledgements(10)
      }
    },
    end: () => undefined,
  })
}
