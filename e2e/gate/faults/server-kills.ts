import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { waitUntil } from '../../support/wait-until.ts'
import {
  findLostProgress,
  hasRelay,
  hasWorked,
  type LifeStart,
  readLifeStart,
  relayLockKey,
  standsStill,
} from '../checks/handler-progress.ts'
import { findSlowStart } from '../checks/start-times.ts'
import type { GateRun } from '../gate-run.ts'
import { countAcknowledgements } from '../load/acknowledgements.ts'
import { exchange } from '../load/gate-user.ts'

/** The events of this many acknowledgements keep the event handlers busy for longer than a life lasts. */
const backlogAcknowledgements = 120
const killsPerBacklog = 5
/** In a life of this length the event handlers had nothing to do. */
const maxLifeMs = 4_000
const maxExtraLifeMs = 400
/** On a busy machine a server works only some seconds after it is ready; event handlers that stand still longer do not. */
const standstillSeconds = 20

/** Kills the server again and again, every few times with a backlog of events, and expects progress in each life. */
export async function killServer(run: GateRun, times: number): Promise<void> {
  const { world, load } = run
  const [node] = world.nodes
  const row = run.rowOf('server killed')
  const before = countAcknowledgements(load.acknowledged)
  let life: LifeStart | undefined
  let judgedLives = 0
  let readyAt: number | undefined
  const judgeHealing = () => {
    if (readyAt !== undefined) run.judgeHealing(row, load.clientsAt(node.port), readyAt)
  }
  for (let kill = 0; kill < times; kill += 1) {
    judgeHealing()
    await run.crashNode(node)
    const killedAt = performance.now()
    if (life)
      run.findings.push(...(await findLostProgress(world.rows, life)).map((one) => `before kill ${kill + 1}: ${one}`))
    const release = kill % killsPerBacklog === 0 ? await takeRelayLock(world.databaseUrl) : undefined
    await run.startNode(node)
    await waitUntil(
      'the server to be ready',
      async () => (await exchange(`${node.url}/readyz`, { method: 'GET' }))?.status === 200,
    )
    readyAt = performance.now()
    const readyAfterMs = readyAt - killedAt
    run.startsMs.push(readyAfterMs)
    const slow = findSlowStart(readyAfterMs, load.attempts.longestStallMs)
    run.findings.push(...slow.map((one) => `kill ${kill + 1}: ${one}`))
    row.times += 1
    run.judgeAnswers(`kill ${kill + 1} of the server`, row)
    if (release) {
      // Nothing is handled in this life.
      life = undefined
      await load.waitForAcknowledgements(backlogAcknowledgements)
      await release()
      continue
    }
    await waitUntil('the event handlers to begin', () => hasRelay(world.rows))
    const started = await readLifeStart(world.rows)
    const endsAt = performance.now() + maxLifeMs
    let isJudged = false
    while (!isJudged && performance.now() < endsAt) isJudged = await hasWorked(world.rows, started)
    life = isJudged ? started : undefined
    if (isJudged) judgedLives += 1
    else if (started.hasWaiting) {
      const hasAdvanced = async () => !(await standsStill(world.rows, started))
      await waitUntil('an event handler to advance', hasAdvanced, standstillSeconds).catch(() =>
        run.findings.push(`life ${kill + 1}: events waited for ${standstillSeconds} s, and no event handler advanced`),
      )
    }
    await sleep(maxExtraLifeMs * Math.random())
    await run.compare(row)
  }
  if (judgedLives === 0) run.findings.push('server killed: in no life the event handlers had enough to do')
  await load.waitForEveryClient()
  judgeHealing()
  await run.expectBalancedLedger(row.fault)
  row.acknowledged += countAcknowledgements(load.acknowledged) - before
  run.judgeAnswers('server killed', row)
}

/** Keeps the event handlers from running until released. */
async function takeRelayLock(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [relayLockKey])
  return () => client.end()
}
