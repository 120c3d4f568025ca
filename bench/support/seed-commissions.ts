import { currentRates } from '@veranda/core/money/rates.ts'
import { type BenchDatabase } from './bench-database.ts'

/** Kinds of ids made by `bench_id(kind, n)`, the same in SQL and here. */
export const idKinds = {
  project: 1,
  commission: 2,
  offer: 3,
  milestone: 4,
  deliverable: 5,
  nextMilestone: 6,
  charge: 7,
  conversation: 8,
  user: 9,
  otherConversation: 10,
  otherCreator: 11,
}

export function benchId(kind: keyof typeof idKinds, n: number): string {
  return `${idKinds[kind].toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export const versionHash = 'c'.repeat(64)

/** Creates the SQL function bench_id. */
export async function createBenchIdFunction({ sql }: Pick<BenchDatabase, 'sql'>): Promise<void> {
  await sql.query(`create or replace function bench_id(kind integer, n bigint) returns uuid immutable language sql
    return (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)
}

/**
 * Inserts projects of one client with one creator, each with an accepted offer, the first of two milestones funded in
 * the ledger and submitted, the second awaiting funding. Number n has the ids bench_id(kind, n).
 */
export async function seedCommissions(
  { sql }: BenchDatabase,
  users: { client: string; creator: string },
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
  const id = (kind: keyof typeof idKinds) => `bench_id(${idKinds[kind]}, n)`
  const series = `generate_series(${from}, ${to}) n`
  const at = `now() - (${to} - n) * interval '1 second'`
  const [client, creator] = [`'${users.client}'::uuid`, `'${users.creator}'::uuid`]
  const statements = [
    `insert into projects (id, client_id, title, brief, state, version, created_at, updated_at)
      select ${id('project')}, ${client}, 'Lobby ' || n, 'For our office', 'active', 3, ${at}, ${at} from ${series}`,
    `insert into project_members (project_id, user_id, role, joined_at, project_updated_at)
      select ${id('project')}, ${client}, 'client', ${at}, ${at} from ${series}
      union all select ${id('project')}, ${creator}, 'creator', ${at}, ${at} from ${series}`,
    `insert into commissions (id, project_id, client_id, creator_id, state, version, current_offer_id, accepted_offer_id,
        accepted_terms, created_at, updated_at)
      select ${id('commission')}, ${id('project')}, ${client}, ${creator}, 'active', 4, ${id('offer')}, ${id('offer')}, 1,
        ${at}, ${at} from ${series}`,
    `insert into offer_versions (id, commission_id, number, by_side, author_id, hash, content, rates, created_at)
      select ${id('offer')}, ${id('commission')}, 1, 'creator', ${creator}, '${'a'.repeat(64)}',
        '${JSON.stringify(content)}', '${JSON.stringify(currentRates)}', ${at} from ${series}`,
    milestone('milestone', 1, 'Model', 100_000, 'submitted'),
    milestone('nextMilestone', 2, 'Scene', 50_000, 'awaiting_funding'),
    `insert into milestone_history (milestone_id, version, state, at)
      select ${id('milestone')}, v, s, ${at} from ${series},
        unnest(array['awaiting_funding', 'funding', 'funded', 'in_progress', 'submitted']) with ordinality h (s, v)`,
    `insert into deliverables (id, milestone_id, number, hash, notes, state, created_by, created_at)
      select ${id('deliverable')}, ${id('milestone')}, 1, '${versionHash}', 'Here', 'submitted', ${creator}, ${at}
      from ${series}`,
    `insert into stored_files (id, owner_id, sha256, media_type, bytes, width, height, name, created_at)
      select ${id('deliverable')}, ${creator}, '${versionHash}', 'image/webp', 1000, 40, 30, 'front.webp', ${at}
      from ${series}`,
    `insert into deliverable_files (deliverable_id, position, file_id)
      select ${id('deliverable')}, 0, ${id('deliverable')} from ${series}`,
    `insert into timers (key, kind, subject_kind, subject_id, at, data)
      select 'milestone.review-window:' || ${id('milestone')}, 'milestone.review-window', 'milestone',
        ${id('milestone')}::text, now() + interval '3 days', '{"step":1}' from ${series}`,
    `insert into ledger_transactions (id, cause, kind, currency, at, project_id, milestone_id, client_id, creator_id)
      select ${id('charge')}, 'bench:' || n, 'capture', 'EUR', ${at}, ${id('project')}, ${id('milestone')}, ${client}, ${creator}
      from ${series}`,
    `insert into ledger_entries (transaction_id, line, account, currency, debit, credit)
      select ${id('charge')}, 1, 'psp_clearing', 'EUR', 105000, 0 from ${series}
      union all select ${id('charge')}, 2, 'escrow:' || ${id('milestone')}, 'EUR', 0, 100000 from ${series}
      union all select ${id('charge')}, 3, 'fee_deferred:' || ${id('milestone')}, 'EUR', 0, 5000 from ${series}`,
  ]
  // The ledger checks its balance at commit.
  for (const statement of ['begin', ...statements, 'commit', 'analyze']) await sql.query(statement)

  function milestone(
    kind: 'milestone' | 'nextMilestone',
    number: number,
    title: string,
    amount: number,
    state: string,
  ): string {
    const submitted = state === 'submitted'
    return `insert into milestones (id, commission_id, project_id, client_id, creator_id, number, title, description,
        amount, currency, client_fee, creator_fee, due_at, state, version, rounds, review_window_days,
        submitted_deliverable_id, submitted_hash, submitted_at, review_ends_at, created_at, updated_at)
      select ${id(kind)}, ${id('commission')}, ${id('project')}, ${client}, ${creator}, ${number}, '${title}', '',
        ${amount}, 'EUR', ${amount / 20}, ${amount / 10}, now() + interval '30 days', '${state}', 5, 1, 14,
        ${submitted ? `${id('deliverable')}, '${versionHash}', now(), now() + interval '14 days'` : 'null, null, null, null'},
        ${at}, ${at} from ${series}`
  }
}
