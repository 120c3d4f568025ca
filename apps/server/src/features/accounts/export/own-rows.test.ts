import { personalDataNames } from '@veranda/core/accounts/export/data-export.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { second } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportParts, productFeatures } from '../../../app.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { type OwnValue, RowWriter } from '../testing/rows-of-user.ts'
import { columnsLeftOut, ownersOfRows } from './testing/owners-of-rows.ts'

let times = 0
/** Returns a time that no other row has, as the database writes it. */
function newTime(): string {
  times += 1
  return new Date(Date.UTC(2040, 0, 1) + times * second).toISOString().replace('.000Z', '+00')
}

const contentHash = 'c'.repeat(64)

/** Without these a row does not count as the user's. */
const facts = {
  reviews: { published_at: new Date() },
  totp_factors: { confirmed_at: newTime },
  listings: { listed_at: newTime },
  ledger_transactions: { currency: 'EUR' },
  ledger_entries: { currency: 'EUR' },
  assets: { state: 'ready', sha256: contentHash },
  payout_delays: { milestone_id: randomUUID },
  // What was deleted or left is not in the copy.
  messages: { deleted_at: null },
  notifications: { deleted_at: null },
  conversation_members: { left_at: null },
  project_members: { left_at: null },
  pins: { removed_at: null },
}

let app: TestApp
let writer: RowWriter
beforeAll(async () => {
  app = await testApp()
  writer = await RowWriter.open(app.deps.db, facts, { fillsAll: true })
})
afterAll(() => app.close())

/** The user is checked as such; a conversation is listed with the membership of its user. */
const seenElsewhere = new Set(['users.email', 'conversations.opened_by'])

type Written = { readonly column: string; readonly file: string; readonly values: readonly OwnValue[] }

/** Gives a user a row by each column that says whose a row is. */
async function writeRows(user: UserId, other: UserId): Promise<Written[]> {
  const written: Written[] = []
  for (const [column, place] of Object.entries(ownersOfRows)) {
    const [table = '', name = ''] = column.split('.')
    if (!('file' in place) || seenElsewhere.has(column)) continue
    written.push({ column, file: place.file, values: await writer.writeColumns({ table, column: name, user, other }) })
  }
  // What is theirs by the row that it belongs to, or by the name of an account.
  for (const [table, file] of [
    ['change_items', 'change-requests'],
    ['milestone_refunds', 'milestone-refunds'],
    ['milestone_releases', 'milestone-releases'],
    ['settlement_lines', 'settlements'],
    ['change_order_lines', 'change-orders'],
    ['top_ups', 'change-orders'],
    ['dispute_evidence', 'disputes'],
    ['dispute_terms', 'disputes'],
    ['dispute_assets', 'disputes'],
    ['message_edits', 'message-edits'],
  ] as const)
    written.push({ column: table, file, values: await writer.writeColumns({ table, user, other }) })
  const entry = { table: 'ledger_entries', user, other, facts: { account: `creator_available:${user}` } }
  written.push({ column: 'ledger_entries', file: 'ledger', values: await writer.writeColumns(entry) })
  const refused = { table: 'assets', column: 'owner_id', user, other, facts: { state: 'refused', sha256: null } }
  written.push({ column: 'assets.owner_id', file: 'unfinished-files', values: await writer.writeColumns(refused) })
  const account = { table: 'sandbox_payout_accounts', user, other, facts: { account: user } }
  written.push({
    column: 'sandbox_payout_accounts',
    file: 'payout-account',
    values: await writer.writeColumns(account),
  })
  return written
}

/** Reads the files of a user's copy as the database gives them. */
async function readFiles(user: UserId): Promise<Map<string, string>> {
  const { data, files: uploads } = exportParts(productFeatures(() => app.deps))
  const files = new Map<string, string>()
  for (const { name, select } of data) files.set(name, await toJson(select(user)))
  files.set('files', (await Promise.all(uploads.map(({ select }) => toJson(select(user))))).join('\n'))
  return files
}

async function toJson(statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{
    text: string
  }>`select coalesce(json_agg(x), '[]')::text as text from (${statement}) as x`.execute(app.deps.db)
  return rows[0]?.text ?? ''
}

test('every row of a user is in the file that is named for it, no file is empty, and none has a row of others', async () => {
  const [ada, bob, eve, fay] = await Promise.all(['Ada', 'Bob', 'Eve', 'Fay'].map((name) => app.createUser(name)))
  if (!ada || !bob || !eve || !fay) throw new Error('no users')
  const source = { table: 'asset_sources', facts: { sha256: contentHash }, user: ada.id, other: bob.id }
  await writer.write(source)
  const own = await writeRows(ada.id, bob.id)
  const foreign = await writeRows(eve.id, fay.id)
  const files = await readFiles(ada.id)
  expect([...files.keys()].toSorted()).toEqual([...personalDataNames, 'files'].toSorted())
  expect([...files].filter(([, text]) => text === '[]').map(([name]) => name)).toEqual([])
  const isIn =
    (file = '') =>
    ({ text }: OwnValue) =>
      file.includes(text)
  const missing = own.filter(({ file, values }) => !values.some(isIn(files.get(file))))
  expect(missing.map(({ column, file }) => `${column}: ${file}`)).toEqual([])
  const columns = own.flatMap(({ column, file, values }) => {
    const ofRow = values.filter((value) => value.column.startsWith(`${column.split('.', 1)[0] ?? ''}.`))
    return ofRow.filter((value) => !isIn(files.get(file))(value)).map((value) => value.column)
  })
  expect([...new Set(columns)].toSorted()).toEqual(Object.keys(columnsLeftOut).toSorted())
  const all = [...files.values()].join('\n')
  const leaked = foreign.filter(({ values }) => values.some(isIn(all)))
  expect(leaked.map(({ column }) => column)).toEqual([])
})
