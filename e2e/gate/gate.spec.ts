import { expect, test } from '@playwright/test'
import { unexcused } from '../support/flaky-reporter.ts'
import { isGateRun } from '../support/scope.ts'
import {
  cutOffNode,
  fillDatabaseDisk,
  fillFilesDisk,
  forgetConnections,
  freezePostgres,
  killNodeOfTwo,
  killPostgres,
  moveClockByDays,
  restartPostgres,
  setClockBack,
  stallNode,
} from './faults/faults.ts'
import { findTooMuchWork } from './checks/processor-time.ts'
import { killServer } from './faults/server-kills.ts'
import { GateRun } from './gate-run.ts'
import { acknowledgedKinds } from './load/acknowledgements.ts'

const minutes = 60_000
/** Rounds of all faults in the gate in full. */
const rounds = 3
/** Kills of the server in the gate in full; `GATE_KILLS=500` runs more. */
const kills = Number(process.env['GATE_KILLS'] ?? 50)
/** True where the faults of full disks may be left out of the gate in full, because nothing may be mounted. */
const mayLackDisks = process.env['GATE_WITHOUT_DISKS'] === '1'
const killsOfShortForm = 5

/** Runs the faults that a normal run has time for. */
async function runShortForm(run: GateRun): Promise<void> {
  await killServer(run, killsOfShortForm)
  await killPostgres(run)
  await freezePostgres(run)
  await fillFilesDisk(run)
  await cutOffNode(run)
}

/** Runs every fault several times, with the kills of the server in between. */
async function runInFull(run: GateRun): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await killServer(run, Math.floor((kills * (round + 1)) / rounds) - Math.floor((kills * round) / rounds))
    await restartPostgres(run)
    await killPostgres(run)
    await freezePostgres(run)
    await fillDatabaseDisk(run)
    await fillFilesDisk(run)
    await cutOffNode(run)
    await stallNode(run)
    await forgetConnections(run)
    await killNodeOfTwo(run)
    await setClockBack(run)
    await moveClockByDays(run)
  }
}

test.skip(process.platform !== 'linux', 'the gate reads /proc')

test('under load, no fault of server, database, disk, network or clock loses or doubles what was acknowledged', async () => {
  test.setTimeout(isGateRun ? (20 + kills / 4) * minutes : 8 * minutes)
  const run = await GateRun.begin({ judgesStarts: isGateRun, mustMakeAll: isGateRun && !mayLackDisks })
  try {
    await (isGateRun ? runInFull(run) : runShortForm(run))
    await run.end()
    for (const description of run.losses) test.info().annotations.push({ type: unexcused, description })
    expect([...run.findings, ...(isGateRun ? [] : findTooMuchWork(run.cpuSeconds))]).toEqual([])
    for (const kind of acknowledgedKinds) expect(run.load.acknowledged[kind].length, kind).toBeGreaterThan(0)
  } finally {
    await run.close()
  }
})
