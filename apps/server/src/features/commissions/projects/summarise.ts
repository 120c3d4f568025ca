import { type ProjectSummary } from '@veranda/contract/commissions/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestone-states.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { showPerson } from '../../../access/person.ts'
import { type WaitingRow } from '../waiting/find-waiting.ts'
import { showWaiting } from '../waiting/show-waiting.ts'
import { type ListedRow } from './list-projects.ts'

const over: readonly WaitingRow['state'][] = ['declined', 'withdrawn', 'expired', 'cancelled']

/** One line of the list of projects, out of the commissions that its reader is a party of. */
export function summarise(
  row: ListedRow,
  commissions: readonly WaitingRow[],
  readerId: string,
  now: Instant,
): ProjectSummary {
  const live = commissions.filter((one) => !over.includes(one.state))
  const milestones = live.flatMap((one) => one.milestones).filter((one) => one.state !== 'cancelled')
  const waiting = live.flatMap((one) => showWaiting(one, readerId, now))
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    part: row.part === 'asked' ? 'creator' : row.part,
    client: showPerson(row.client),
    creators: live.map((one) => showPerson(one.creator)),
    price: priceOf(live),
    milestonesDone: milestones.filter((one) => isTerminal(one.state)).length,
    milestonesTotal: milestones.length,
    waitingOnMe: waiting.filter((one) => one.onMe).length,
    updatedAt: toIso(row.updated_at),
  }
}

/** What is agreed or on the table, together; null when there is nothing yet or it is in several currencies. */
function priceOf(live: readonly WaitingRow[]): ProjectSummary['price'] {
  const priced = live.flatMap(({ price, currency }) =>
    price === null || currency === null ? [] : [{ price, currency }],
  )
  const currency = priced[0]?.currency
  if (currency === undefined || priced.some((one) => one.currency !== currency)) return null
  return { amount: priced.reduce((sum, one) => sum + one.price, 0), currency }
}
