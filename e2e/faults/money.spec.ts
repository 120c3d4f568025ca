import { confirmPerson } from '@veranda/contract/accounts/confirmation-routes.ts'
import { approveMilestone, fundMilestone, listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { hold } from '../support/hold.ts'
import { type Caller, enter } from '../support/person.ts'
import { until } from '../support/until.ts'
import { expect, test } from '../support/world.ts'

test.use({ file: 'faults/money' })

async function projectOf(person: Caller, title: string) {
  const { items } = await person.call(listProjects, { query: { q: title } })
  const found = items.find((item) => item.title === title)
  if (!found) throw new Error(`there is no project ${title}`)
  return person.call(readProject, { params: { id: found.id } })
}

async function milestoneOf(person: Caller, title: string, number: number) {
  const project = await projectOf(person, title)
  const milestone = project.commissions
    .flatMap(({ milestones }) => milestones)
    .find((candidate) => candidate.number === number)
  if (!milestone) throw new Error(`${title} has no milestone ${number}`)
  return milestone
}

const unbalanced = `select transaction_id from ledger_postings group by transaction_id having sum(debit) <> sum(credit)`

test('a crash between funding and its webhook loses no money and takes none twice', async ({ world }) => {
  const maya = await enter(world.server.url, 'Maya')
  const milestone = await milestoneOf(maya, 'Garden bench', 1)
  expect(milestone.state).toBe('awaiting_funding')
  // Whatever handles the webhook of the capture posts to the ledger, so it cannot end before the crash; nothing before
  // the capture does.
  const letGo = await hold(world.databaseUrl, 'lock table ledger_transactions in exclusive mode')
  await maya.call(fundMilestone, {
    params: { id: milestone.id },
    body: { method: 'card_succeeds', expected: milestone.version },
  })
  await until('the provider has captured', async () => {
    const rows = await world.rows(
      `select 1 from sandbox_payment_webhooks where type like 'charge.captured%'
      and payload::text like '%' || (select attempt_id::text from milestones where id = $1) || '%'`,
      [milestone.id],
    )
    return rows.length > 0
  })
  await world.server.crash()
  await letGo()
  await world.restart()
  const again = await enter(world.server.url, 'Maya')
  await until('the milestone is funded', async () => (await milestoneOf(again, 'Garden bench', 1)).state === 'funded')
  const posted = await world.rows<{ count: number }>(
    `select count(*)::int as count from ledger_transactions where milestone_id = $1 and kind = 'T1'`,
    [milestone.id],
  )
  expect(posted).toEqual([{ count: 1 }])
  expect(await world.rows(unbalanced)).toEqual([])
})

test('a crash between approval and the toast tells each of the two exactly once', async ({ world }) => {
  const maya = await enter(world.server.url, 'Maya')
  const milestone = await milestoneOf(maya, 'Reading chair', 2)
  const version = milestone.deliverables.find(({ state }) => state === 'submitted')
  if (!version) throw new Error('no version is before the client')
  await maya.call(confirmPerson, { body: { way: 'demo' } })
  const letGo = await hold(world.databaseUrl, 'lock table notifications in exclusive mode')
  const released = await maya.call(approveMilestone, {
    params: { id: milestone.id },
    body: { deliverableId: version.id, hash: version.hash, expected: milestone.version },
  })
  expect(released.state).toBe('released')
  await world.server.crash()
  await letGo()
  await world.restart()
  const told = (person: Caller) =>
    until('the notification of the release', async () => {
      const { items } = await person.call(listNotifications, { query: { type: 'payment' } })
      const about = items.filter(({ data }) => data.transactionId === `milestone.released:${milestone.id}`)
      return about.length > 0 && about
    })
  expect(await told(await enter(world.server.url, 'Kenji'))).toHaveLength(1)
  expect(await told(await enter(world.server.url, 'Maya'))).toHaveLength(1)
  const posted = await world.rows<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from ledger_transactions where milestone_id = $1 and kind = 'T3' group by kind`,
    [milestone.id],
  )
  expect(posted).toEqual([{ kind: 'T3', count: 1 }])
  expect(await world.rows(unbalanced)).toEqual([])
  const doubled = await world.rows(`select person_id, cause from notifications group by 1, 2 having count(*) > 1`)
  expect(doubled).toEqual([])
})
