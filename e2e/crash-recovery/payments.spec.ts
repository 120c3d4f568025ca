import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { approveMilestone, fundMilestone, listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { holdSqlLocks } from '../support/server/sql-locks.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { expect, test } from '../support/fixtures.ts'

async function findProject(client: ApiClient, title: string) {
  const { items } = await client.call(listProjects, { query: { q: title } })
  const found = items.find((item) => item.title === title)
  if (!found) throw new Error(`project ${title} not found`)
  return client.call(readProject, { params: { id: found.id } })
}

async function findMilestone(client: ApiClient, title: string, number: number) {
  const project = await findProject(client, title)
  const milestone = project.commissions
    .flatMap(({ milestones }) => milestones)
    .find((candidate) => candidate.number === number)
  if (!milestone) throw new Error(`project ${title} has no milestone ${number}`)
  return milestone
}

const unbalancedTransactions = `select transaction_id from ledger_entries group by transaction_id having sum(debit) <> sum(credit)`

test('a crash between funding and its webhook loses no money and charges nothing twice', async ({ world }) => {
  const maya = await openApiClient(world.server.url, 'Maya')
  const milestone = await findMilestone(maya, 'Garden bench', 1)
  expect(milestone.state).toBe('awaiting_funding')
  // The handler of the capture webhook posts to the ledger, so it cannot finish before the crash; nothing before the
  // capture does.
  const releaseLocks = await holdSqlLocks(world.databaseUrl, 'lock table ledger_transactions in exclusive mode')
  await maya.call(fundMilestone, {
    params: { id: milestone.id },
    body: { method: 'card_succeeds', expected: milestone.version },
  })
  await waitUntil('the provider has captured', async () => {
    const rows = await world.rows(
      `select 1 from sandbox_payment_webhooks where type like 'charge.captured%'
      and payload::text like '%' || (select attempt_id::text from milestones where id = $1) || '%'`,
      [milestone.id],
    )
    return rows.length > 0
  })
  await world.server.crash()
  await releaseLocks()
  await world.restart()
  const mayaAfterRestart = await openApiClient(world.server.url, 'Maya')
  await waitUntil(
    'the milestone is funded',
    async () => (await findMilestone(mayaAfterRestart, 'Garden bench', 1)).state === 'funded',
  )
  const postedTransactions = await world.rows<{ count: number }>(
    `select count(*)::int as count from ledger_transactions where milestone_id = $1 and kind = 'capture'`,
    [milestone.id],
  )
  expect(postedTransactions).toEqual([{ count: 1 }])
  expect(await world.rows(unbalancedTransactions)).toEqual([])
})

test('a crash between approval and the notification notifies each party exactly once', async ({ world }) => {
  const maya = await openApiClient(world.server.url, 'Maya')
  const milestone = await findMilestone(maya, 'Reading chair', 2)
  const version = milestone.deliverables.find(({ state }) => state === 'submitted')
  if (!version) throw new Error('the milestone has no submitted version')
  await maya.call(reauthenticate, { body: { method: 'demo' } })
  const releaseLocks = await holdSqlLocks(world.databaseUrl, 'lock table notifications in exclusive mode')
  const released = await maya.call(approveMilestone, {
    params: { id: milestone.id },
    body: { deliverableId: version.id, hash: version.hash, expected: milestone.version },
  })
  expect(released.state).toBe('released')
  await world.server.crash()
  await releaseLocks()
  await world.restart()
  const releaseNotifications = (client: ApiClient) =>
    waitUntil('the notification of the release', async () => {
      const { items } = await client.call(listNotifications, { query: { type: 'payment' } })
      const about = items.filter(({ data }) => data.transactionId === `milestone.released:${milestone.id}`)
      return about.length > 0 && about
    })
  expect(await releaseNotifications(await openApiClient(world.server.url, 'Kenji'))).toHaveLength(1)
  expect(await releaseNotifications(await openApiClient(world.server.url, 'Maya'))).toHaveLength(1)
  const postedTransactions = await world.rows<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from ledger_transactions where milestone_id = $1 and kind = 'release' group by kind`,
    [milestone.id],
  )
  expect(postedTransactions).toEqual([{ kind: 'release', count: 1 }])
  expect(await world.rows(unbalancedTransactions)).toEqual([])
  const duplicates = await world.rows(`select user_id, dedupe_key from notifications group by 1, 2 having count(*) > 1`)
  expect(duplicates).toEqual([])
})
