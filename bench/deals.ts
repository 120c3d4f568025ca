import { currentRates } from '@veranda/core/money/rates.ts'
import { type World } from './world.ts'

/** Kinds of ids that `bench_id(kind, n)` makes, the same in SQL and here. */
export const kinds = {
  project: 1,
  commission: 2,
  offer: 3,
  milestone: 4,
  deliverable: 5,
  later: 6,
  charge: 7,
  talk: 8,
  person: 9,
  crowd: 10,
  maker: 11,
}

export function benchId(kind: keyof typeof kinds, n: number): string {
  return `${kinds[kind].toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export const versionHash = 'c'.repeat(64)

/** Makes bench_id known to the database, once. */
export async function prepareDeals({ sql }: Pick<World, 'sql'>): Promise<void> {
  await sql.query(`create or replace function bench_id(kind integer, n bigint) returns uuid immutable language sql
    return (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)
}

/**
 * Projects of one client with one creator, each agreed, its first of two milestones funded in the ledger and submitted,
 * the second waiting. Number n has the ids bench_id(kind, n).
 */
export async function makeDeals(
  { sql }: World,
  people: { client: string; creator: string },
  from: number,
  to: number,
): Promise<void> {
  const content = {
    scope: 'A lobby',
    rights: 'full',
    currency: 'EUR',
    milestones: [
      { title: 'Model', description: '', amount: 100_000, dueAt: '2030-01-01T00:00:00.000Z' },
      { title: 'Scene', description: '', amount: 50_000, dueAt: '2030-02-01T00:00:00.000Z' },
    ],
    reviewRounds: 1,
    reviewWindowDays: 14,
  }
  const id = (kind: keyof typeof kinds) => `bench_id(${kinds[kind]}, n)`
  const numbers = `generate_series(${from}, ${to}) n`
  const at = `now() - (${to} - n) * interval '1 second'`
  const [client, creator] = [`'${people.client}'::uuid`, `'${people.creator}'::uuid`]
  const lines = [
    `insert into projects (id, client_id, title, brief, state, version, created_at, updated_at)
      select ${id('project')}, ${client}, 'Lobby ' || n, 'For our office', 'active', 3, ${at}, ${at} from ${numbers}`,
    `insert into project_members (project_id, person_id, part, joined_at, project_updated_at)
      select ${id('project')}, ${client}, 'client', ${at}, ${at} from ${numbers}
      union all select ${id('project')}, ${creator}, 'creator', ${at}, ${at} from ${numbers}`,
    `insert into commissions (id, project_id, client_id, creator_id, state, version, current_offer_id, accepted_offer_id,
        accepted_terms, created_at, updated_at)
      select ${id('commission')}, ${id('project')}, ${client}, ${creator}, 'active', 4, ${id('offer')}, ${id('offer')}, 1,
        ${at}, ${at} from ${numbers}`,
    `insert into offer_versions (id, commission_id, number, by_side, author_id, hash, content, rates, created_at)
      select ${id('offer')}, ${id('commission')}, 1, 'creator', ${creator}, '${'a'.repeat(64)}',
        '${JSON.stringify(content)}', '${JSON.stringify(currentRates)}', ${at} from ${numbers}`,
    milestone('milestone', 1, 'Model', 100_000, 'submitted'),
    milestone('later', 2, 'Scene', 50_000, 'awaiting_funding'),
    `insert into milestone_history (milestone_id, version, state, at)
      select ${id('milestone')}, v, s, ${at} from ${numbers},
        unnest(array['awaiting_funding', 'funding', 'funded', 'in_progress', 'submitted']) with ordinality h (s, v)`,
    `insert into deliverables (id, milestone_id, number, hash, notes, state, created_by, created_at)
      select ${id('deliverable')}, ${id('milestone')}, 1, '${versionHash}', 'Here', 'submitted', ${creator}, ${at}
      from ${numbers}`,
    `insert into files (id, owner_id, sha256, mime, bytes, width, height, name, created_at)
      select ${id('deliverable')}, ${creator}, '${versionHash}', 'image/webp', 1000, 40, 30, 'front.webp', ${at}
      from ${numbers}`,
    `insert into deliverable_files (deliverable_id, position, file_id)
      select ${id('deliverable')}, 0, ${id('deliverable')} from ${numbers}`,
    `insert into due (key, kind, subject_kind, subject_id, at, data)
      select 'milestone.review-window:' || ${id('milestone')}, 'milestone.review-window', 'milestone',
        ${id('milestone')}::text, now() + interval '3 days', '{"step":1}' from ${numbers}`,
    `insert into ledger_transactions (id, cause, kind, currency, at, project_id, milestone_id, client_id, creator_id)
      select ${id('charge')}, 'bench:' || n, 'T1', 'EUR', ${at}, ${id('project')}, ${id('milestone')}, ${client}, ${creator}
      from ${numbers}`,
    `insert into ledger_postings (transaction_id, line, account, currency, debit, credit)
      select ${id('charge')}, 1, 'psp_clearing', 'EUR', 105000, 0 from ${numbers}
      union all select ${id('charge')}, 2, 'held:' || ${id('milestone')}, 'EUR', 0, 100000 from ${numbers}
      union all select ${id('charge')}, 3, 'fee_deferred:' || ${id('milestone')}, 'EUR', 0, 5000 from ${numbers}`,
  ]
  // The ledger looks at its balance when a transaction commits.
  for (const line of ['begin', ...lines, 'commit', 'analyze']) await sql.query(line)

  function milestone(
    kind: 'milestone' | 'later',
    number: number,
    title: string,
    amount: number,
    state: string,
  ): string {
    const submitted = state === 'submitted'
    return `insert into milestones (id, commission_id, project_id, client_id, creator_id, number, title, description,
        amount, currency, client_fee, creator_fee, due_at, state, version, rounds, review_window_days, funded_at,
        submitted_deliverable_id, submitted_hash, submitted_at, review_ends_at, created_at, updated_at)
      select ${id(kind)}, ${id('commission')}, ${id('project')}, ${client}, ${creator}, ${number}, '${title}', '',
        ${amount}, 'EUR', ${amount / 20}, ${amount / 10}, now() + interval '30 days', '${state}', 5, 1, 14,
        ${submitted ? `now(), ${id('deliverable')}, '${versionHash}', now(), now() + interval '14 days'` : 'null, null, null, null, null'},
        ${at}, ${at} from ${numbers}`
  }
}
