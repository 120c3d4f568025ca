import { type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'

/** The failed attempts at one account, or from one address of the network. */
export type FailureGroup = {
  /** An account's address, the hash of an unknown one, or an address of the network; null for what was not kept apart. */
  readonly name: string | null
  readonly count: number
  /** The number of accounts it was about, or of addresses it came from. */
  readonly others: number
  readonly reasons: Readonly<Record<string, number>>
  /** Up to three websites and host names that refused requests named. */
  readonly sites: readonly string[]
  readonly lastAt: string
}

/** Which failures are listed: their actions in the audit log, since when, and at most how many groups. */
type Selection = { readonly actions: readonly string[]; readonly since: Instant; readonly limit: number }

/** Returns the failures by account and by address, those with the most first. */
export async function listSignInFailures(
  db: Db,
  selection: Selection,
): Promise<{ byAccount: FailureGroup[]; byAddress: FailureGroup[] }> {
  return {
    byAccount: await groupBy(db, selection, 'account', 'address'),
    byAddress: await groupBy(db, selection, 'address', 'account'),
  }
}

type Column = 'account' | 'address'

async function groupBy(
  db: Db,
  { actions, since, limit }: Selection,
  by: Column,
  other: Column,
): Promise<FailureGroup[]> {
  const { rows } = await sql<{
    name: string | null
    count: number
    others: number
    reasons: Record<string, number>
    sites: string[]
    last_at: number
  }>`
    with failures as (
      select coalesce(u.email, 'unknown ' || (a.data ->> 'emailHash')) as account, a.ip_address as address,
        a.data ->> 'reason' as reason, a.data ->> 'site' as site, (a.data ->> 'count')::bigint as count, a.at
      from audit_log a left join users u on u.id = a.user_id
      where a.action = any(${[...actions]}) and a.at > ${timestamptz(since)}
    ), by_reason as (
      select ${sql.ref(by)} as name, reason, sum(count)::bigint as count, max(at) as last_at
      from failures group by 1, 2
    ), others as (
      select ${sql.ref(by)} as name, count(distinct ${sql.ref(other)}) as others,
        coalesce((array_agg(distinct site) filter (where site is not null))[1:3], '{}') as sites
      from failures group by 1
    )
    select r.name, sum(r.count)::bigint as count, o.others, o.sites, json_object_agg(r.reason, r.count) as reasons,
      max(r.last_at) as last_at
    from by_reason r join others o on o.name is not distinct from r.name
    group by r.name, o.others, o.sites order by count desc, r.name limit ${limit}`.execute(db)
  return rows.map(({ last_at: lastAt, ...row }) => ({ ...row, lastAt: toIso(instant(lastAt)) }))
}
