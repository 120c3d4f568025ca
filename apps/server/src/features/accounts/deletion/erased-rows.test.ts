import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasureParts, productFeatures } from '../../../app.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { voiceStorageKey } from '../../commissions/pins/voice-notes.ts'
import { ownersOfRows } from '../export/testing/owners-of-rows.ts'
import { RowWriter } from '../testing/rows-of-user.ts'
import { erasureTimer, erasureTimerKey } from './change-deletion.ts'
import { eraseAtTime } from './erase-account.ts'

/**
 * The columns that still say whose a row is after its user was erased, as the privacy text names them: the work with
 * another side, evidence, bookkeeping, and what happened when.
 */
const keptColumns = [
  // What another side's work or bookings still need.
  'assets.owner_id',
  'audit_log.actor_id',
  'audit_log.user_id',
  'booking_presence.user_id',
  'bookings.client_id',
  'bookings.creator_id',
  'chargebacks.client_id',
  'chargebacks.creator_id',
  'charges.client_id',
  'commissions.client_id',
  'commissions.creator_id',
  'conversation_members.user_id',
  'conversations.opened_by',
  'deliverables.created_by',
  'dispute_evidence.author_id',
  'dispute_terms.author_id',
  'disputes.decided_by',
  'disputes.opener_id',
  'disputes.decision_confirmed_by',
  'disputes.pending_by',
  'disputes.reviewed_by',
  'erased_accounts.user_id',
  'events.actor_id',
  'hourly_services.creator_id',
  'ledger_transactions.client_id',
  'ledger_transactions.creator_id',
  'messages.sender_id',
  'milestones.client_id',
  'milestones.creator_id',
  'notifications.sender_id',
  'offer_versions.author_id',
  'payout_delays.creator_id',
  'payouts.creator_id',
  'pin_messages.author_id',
  'pin_places.placed_by',
  'pins.author_id',
  'pins.removed_by',
  'project_members.user_id',
  'projects.client_id',
  'receipts.user_id',
  'refunds.client_id',
  'review_periods.client_id',
  'review_periods.creator_id',
  'reviews.by_id',
  'room_records.updated_by_id',
  // Who muted someone who is still there: an id.
  'room_silences.silenced_by_id',
  'room_visits.user_id',
  'change_orders.author_id',
  'settlements.author_id',
  'project_proposals.author_id',
  'project_proposals.declined_by',
  'project_proposal_consents.user_id',
  'work_consents.client_id',
]
/** Columns that hold no user's id, go with a registration, or are written by the erasure itself. */
const notWritten = new Set(['users.email', 'messages.client_id', 'one_time_links.email', 'erased_accounts.user_id'])

const neverHandedIn = 'notes of a version that was never handed in'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Counts the rows by each column that says whose a row is. */
async function countRows(user: UserId, email: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const column of Object.keys(ownersOfRows)) {
    const [table = '', name = ''] = column.split('.')
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${sql.ref(name)}::text = ${name === 'email' ? email : user}`.execute(app.deps.db)
    counts.set(column, rows[0]?.count ?? 0)
  }
  return counts
}

test('with a row of the user in every table, those that stay are the ones that the privacy text names, and those of others', async () => {
  const [user, other] = [await app.createUser('Ada'), await app.createUser('Bob')]
  const [bystander, theirOther] = [await app.createUser('Eve'), await app.createUser('Fay')]
  const recording = Buffer.from('the voice of Ada')
  const sha256 = createHash('sha256').update(recording).digest('hex')
  await app.deps.gateways.storage.put(voiceStorageKey(sha256), recording)
  const writer = await RowWriter.open(app.deps.db, {
    voice_notes: { sha256 },
    ledger_transactions: { currency: 'EUR' },
    payout_delays: { milestone_id: randomUUID },
  })
  const given: Record<string, string[]> = {}
  for (const column of Object.keys(ownersOfRows)) {
    const [table = '', name = ''] = column.split('.')
    if (notWritten.has(column)) continue
    const facts = name === 'email' ? { email: user.email } : {}
    // A client consents to the portfolio of someone else.
    const parentsOf = column === 'work_consents.client_id' ? other.id : user.id
    const row = { table, column: name, user: user.id, other: other.id, parentsOf, facts }
    given[column] = await writer.write(row)
    const theirs = {
      user: bystander.id,
      other: theirOther.id,
      parentsOf: column === 'work_consents.client_id' ? theirOther.id : bystander.id,
      // Bytes that two users have stay.
      facts: {
        ...(name === 'email' && { email: bystander.email }),
        ...(table === 'voice_notes' && { sha256: 'b'.repeat(64) }),
      },
    }
    await writer.write({ ...row, ...theirs })
  }
  // A version that was never handed in, with its files, in a project of someone who stays.
  const draft = { state: 'draft', notes: neverHandedIn }
  const [draftId] = await writer.write({
    table: 'deliverables',
    column: 'created_by',
    user: user.id,
    other: other.id,
    parentsOf: other.id,
    facts: draft,
  })
  for (const table of ['deliverable_files', 'deliverable_assets', 'pin_places'])
    await writer.write({ table, user: user.id, other: other.id, facts: { deliverable_id: draftId } })
  await writer.enableTriggers()
  const before = await countRows(user.id, user.email)
  expect([...before].filter(([column, count]) => count === 0 && !notWritten.has(column))).toEqual([])

  const theirsBefore = await countRows(bystander.id, bystander.email)

  const erase = eraseAtTime(erasureParts(productFeatures(() => app.deps)))
  const subject = { kind: 'user', id: user.id }
  // As after a restore, whatever is under way.
  const timer = {
    kind: erasureTimer,
    key: erasureTimerKey(user.id),
    subject,
    at: app.clock.now(),
    data: { again: true },
  }
  await app.transact((tx) => erase.run({ tx, timer, deps: app.deps }))
  await app.runUntilIdle()

  const after = await countRows(user.id, user.email)
  expect([...after].filter(([, count]) => count > 0).map(([column]) => column)).toEqual(keptColumns)
  expect(await countRows(bystander.id, bystander.email)).toEqual(theirsBefore)
  expect(await app.deps.gateways.storage.get(voiceStorageKey(sha256))).toBeUndefined()
  const drafts = app.deps.db.selectFrom('deliverables').select('id').where('notes', '=', neverHandedIn)
  expect(await drafts.execute()).toEqual([])
  // They have left every project, and those of their own are closed.
  const open = await sql`
    select m.project_id as id from project_members m where m.user_id = ${user.id} and m.left_at is null
    union all select id from projects where client_id = ${user.id} and state in ('open', 'active')`.execute(app.deps.db)
  expect(open.rows).toEqual([])
  // What stays with the other side says what it said.
  const kept = await sql<{ text: string }>`
    select (select string_agg(x::text, '') from pin_messages x where author_id = ${user.id})
      || (select string_agg(x::text, '') from messages x where sender_id = ${user.id})
      || (select string_agg(x::text, '') from reviews x where by_id = ${user.id})
      || (select string_agg(x::text, '') from room_records x where updated_by_id = ${user.id}) as text`.execute(
    app.deps.db,
  )
  for (const column of ['pin_messages.author_id', 'messages.sender_id', 'reviews.by_id', 'room_records.updated_by_id'])
    for (const value of given[column] ?? []) expect(kept.rows[0]?.text).toContain(value.replace('T', ' '))
})
