import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasureParts, productFeatures } from '../../../app.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { accountEraser } from './erase-account.ts'

/** Why a table with texts or JSON is left as it is when a user is erased; the privacy text names what is about people. */
const keptTables: Readonly<Record<string, string>> = {
  asset_sources: 'facts of files that a delivered version or a message still needs; the rest goes with the last asset',
  booking_presence: 'when each side was there: evidence for the other side, without a text',
  change_rounds: 'ids and times',
  charges: 'bookkeeping: amounts and the last digits of a card',
  conversations: 'ids',
  conversation_members: 'ids and times',
  error_groups: 'errors of the app, without users and without what they wrote',
  erased_accounts: 'the id alone, to erase it again after a restore',
  event_dead_letters: 'errors of the server',
  handled_events: 'ids',
  handler_cursors: 'positions of the server',
  chargebacks: 'bookkeeping',
  ledger_entries: 'the ledger: account numbers',
  ledger_transactions: 'the ledger: account numbers',
  migrations: 'of the installation',
  milestone_history: 'states and times',
  milestone_releases: 'of a contract with the other side: sums',
  change_orders: 'of a contract with the other side: the versions and reasons that both gave each other',
  top_ups: 'of a contract with the other side: terms and sums',
  change_order_lines: 'of a contract with the other side: which milestones changed',
  project_proposal_consents: 'ids and times',
  settlements: 'of a contract with the other side: the reasons that both gave each other',
  settlement_lines: 'of a contract with the other side: sums',
  disputes: 'of a contract with the other side: what was disputed and how it ended',
  dispute_evidence: 'of a contract with the other side: what both showed in a dispute',
  dispute_assets: 'of a contract with the other side: the files that both showed in a dispute',
  dispute_terms: 'of a contract with the other side: what both offered in a dispute',
  milestone_refunds: 'of a contract with the other side: sums and the reason given to them',
  nodes: 'addresses of servers',
  outages: 'times',
  page_view_totals: 'one number for each page and day',
  passkey_challenges: 'hashes that expire in minutes and belong to no user yet',
  payout_delays: 'bookkeeping',
  payouts: 'bookkeeping',
  pins: 'ids and states of comments on a delivered version',
  rate_limit_counts: 'keyed hashes that expire',
  receipts: 'bookkeeping: names and addresses of both sides, for ten years',
  refunds: 'bookkeeping',
  review_periods: 'ids and times',
  room_leases: 'of the servers',
  room_visits: 'when each side was there: evidence for the other side, without a text',
  rooms: 'ids and the hash of a link',
  sandbox_payment_objects: 'the outside world of a sandbox',
  sandbox_payment_webhooks: 'the outside world of a sandbox',
  settings: 'of the installation',
  signing_keys: 'of the installation',
  transfer_reversals: 'bookkeeping',
  timer_dead_letters: 'ids and errors of the server',
  timers: 'ids',
  verifications: 'never filled',
  webhook_events: 'bookkeeping: what the payment provider said',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every table is either erased with its user or kept for a reason, so that a new one needs a decision', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = 'public' order by 1`.execute(app.deps.db)
  const tables = rows.map(({ name }) => name)
  expect(tables.length).toBeGreaterThan(70)
  const features = productFeatures(() => app.deps)
  const erased = new Set<string>([accountEraser, ...erasureParts(features).erasers].flatMap((one) => one.tables))
  expect(tables.filter((name) => !erased.has(name) && !Object.hasOwn(keptTables, name))).toEqual([])
  expect([...erased, ...Object.keys(keptTables)].filter((name) => !tables.includes(name))).toEqual([])
})
