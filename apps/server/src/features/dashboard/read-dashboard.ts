import { type Waiting } from '@veranda/contract/commissions/schemas.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { countProjects } from './count-projects.ts'
import { sumMoney } from './sum-money.ts'
import { sumMonths } from './sum-months.ts'

/** Who is waited upon in all that a person has to do with, in one query; handed in at the composition root. */
export type ListWaiting = (db: Db, personId: string, now: Instant) => Promise<(Waiting & { readonly onMe: boolean })[]>

/** What waits on whom, and the money, in four queries. */
export async function readDashboard(
  at: { tx: Db; actor: Actor; clock: Clock },
  listWaiting: ListWaiting,
): Promise<Result<Dashboard>> {
  const { tx, actor, clock } = at
  const now = clock.now()
  const waiting = await listWaiting(tx, actor.id, now)
  return ok({
    waitingOnMe: waiting.filter((one) => one.onMe),
    waitingOnThem: waiting.filter((one) => !one.onMe),
    money: await sumMoney(tx, actor.id),
    months: await sumMonths(tx, actor.id, now),
    projects: await countProjects(tx, actor.id),
  })
}
