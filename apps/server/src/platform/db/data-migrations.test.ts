import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { resetDatabase } from './reset-database.ts'
import { makeTestDatabase } from './testing/test-database.ts'

const folder = resolve(import.meta.dirname, '../../../migrations')
const first = '00000000-0000-4000-8000-000000000001'
const second = '00000000-0000-4000-8000-000000000002'
let databaseUrl: string
let client: Client
let olderFolder: string

beforeEach(async () => {
  olderFolder = mkdtempSync(join(tmpdir(), 'veranda-migrations-'))
  databaseUrl = await makeTestDatabase(inject('postgres'))
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterEach(async () => {
  rmSync(olderFolder, { recursive: true })
  await client.end()
})

/** Makes the database what it was before a migration. */
async function migrateUntil(name: string): Promise<void> {
  for (const file of readdirSync(folder)) if (file < name) cpSync(join(folder, file), join(olderFolder, file))
  await resetDatabase(databaseUrl)
  await migrate(databaseUrl, olderFolder)
}

/** Applies one migration to what `migrateUntil` made. */
async function applyMigration(name: string): Promise<void> {
  cpSync(join(folder, name), join(olderFolder, name))
  expect(await migrate(databaseUrl, olderFolder)).toEqual([name])
}

/** Inserts rows of before; rows that they refer to need not exist. */
async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const row of rows) {
    const columns = Object.keys(row)
    const values = columns.map((_, index) => `$${index + 1}`).join(', ')
    await client.query(`insert into ${table} (${columns.join(', ')}) values (${values})`, Object.values(row))
  }
}

async function select(sql: string): Promise<unknown[]> {
  return (await client.query(sql)).rows
}

test('migration 0050 renames columns and keys of hourly services, stored events and a cursor, and keeps their values', async () => {
  const name = '0050_names_of_hourly_services.sql'
  await migrateUntil(name)
  const at = '2026-11-01T10:00:00Z'
  const service = { id: first, creator_id: second, position: 0, title: 'Talk', description: '', minutes: 30 }
  const planning = {
    notice_minutes: 60,
    horizon_days: 30,
    increment_minutes: 15,
    confirmation: 'instant',
    policy: '{}',
  }
  const limits = { buffer_before: 10, buffer_after: 20, per_day: 3, per_week: 7 }
  await insertRows('hourly_services', [{ ...service, ...planning, ...limits, created_at: at }])
  const parties = { service_id: first, creator_id: first, client_id: second, creator_zone: 'UTC', client_zone: 'UTC' }
  const state = { note: '', state: 'confirmed', version: 4, sequence: 1, settled: true, frozen: false }
  const terms = { title: 'Talk', minutes: 30, bufferBefore: 10, bufferAfter: 20, noticeMinutes: 60 }
  const times = { starts_at: at, ends_at: '2026-11-01T10:30:00Z', created_at: at, updated_at: at }
  await insertRows('bookings', [{ id: first, ...parties, ...state, ...times, terms: JSON.stringify(terms) }])
  const event = { subject_kind: 'hourly-service', subject_id: first, at, data: JSON.stringify({ serviceId: first }) }
  await insertRows('events', [
    { id: first, type: 'service.changed', ...event },
    { id: second, type: 'schedule.changed', ...event },
  ])
  const inStream = { stream_kind: 'user', stream_id: first, payload: JSON.stringify({ version: 3 }) }
  await insertRows('stream_events', [
    { ...inStream, seq: 1, name: 'availability:changed' },
    { ...inStream, seq: 2, name: 'booking:changed' },
  ])
  const handlers = ['bookings-publish-availability-change', 'talent-update-rating']
  await insertRows(
    'handler_cursors',
    handlers.map((handler, index) => ({ handler, xid: '7', position: index + 1 })),
  )
  await insertRows(
    'handled_events',
    handlers.map((handler) => ({ handler, event_id: first })),
  )
  await insertRows(
    'event_dead_letters',
    handlers.map((handler) => ({ handler, event_id: first, tries: 5, error: 'planted' })),
  )

  await applyMigration(name)

  expect(
    await select(
      'select buffer_before_minutes, buffer_after_minutes, max_per_day, max_per_week, minutes from hourly_services',
    ),
  ).toEqual([{ buffer_before_minutes: 10, buffer_after_minutes: 20, max_per_day: 3, max_per_week: 7, minutes: 30 }])
  const renamed = { title: 'Talk', minutes: 30, noticeMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 20 }
  expect(await select('select terms, state, version from bookings')).toEqual([
    { terms: renamed, state: 'confirmed', version: 4 },
  ])
  expect(await select('select id, type from events order by id')).toEqual([
    { id: first, type: 'hourly-service.changed' },
    { id: second, type: 'schedule.changed' },
  ])
  expect(await select('select name, payload from stream_events order by seq')).toEqual([
    { name: 'schedule:changed', payload: { version: 3 } },
    { name: 'booking:changed', payload: { version: 3 } },
  ])
  expect(await select('select handler, xid, position::int from handler_cursors order by position')).toEqual([
    { handler: 'bookings-publish-schedule-change', xid: '7', position: 1 },
    { handler: 'talent-update-rating', xid: '7', position: 2 },
  ])
  const both = [{ handler: 'bookings-publish-schedule-change' }, { handler: 'talent-update-rating' }]
  expect(await select('select handler from handled_events order by handler')).toEqual(both)
  expect(await select('select handler from event_dead_letters order by handler')).toEqual(both)
  // The limits of the columns hold under their new names.
  await expect(client.query('update hourly_services set buffer_before_minutes = -1')).rejects.toThrow(
    'hourly_services_buffer_before_minutes_check',
  )
})

test('migration 0060 renames media types and deviations of files, and keeps their values', async () => {
  const name = '0060_media_types_and_deviations.sql'
  await migrateUntil(name)
  const at = '2026-11-01T10:00:00Z'
  const file = { bytes: 3, created_at: at }
  const picture = { owner_id: first, sha256: 'a', width: 4, height: 3, name: 'front.png' }
  await insertRows('stored_files', [{ id: first, ...picture, ...file, mime: 'image/png' }])
  const hashOf = (digit: string) => digit.repeat(64)
  const model = { kind: 'model', mime: 'model/gltf-binary', ...file }
  await insertRows('asset_sources', [
    { sha256: hashOf('1'), ...model, facts: '{"triangles": 12, "tolerance": 0.0001, "headsetTolerance": 0.012}' },
    { sha256: hashOf('2'), ...model, facts: '{"triangles": 12, "tolerance": 0.0001, "headsetTolerance": null}' },
    { sha256: hashOf('3'), ...model, facts: '{"triangles": 12, "tolerance": 0.0001}' },
    { sha256: hashOf('4'), kind: 'document', mime: 'application/pdf', ...file },
  ])
  const recording = { author_id: first, sha256: hashOf('5'), milliseconds: 900 }
  await insertRows('voice_notes', [{ message_id: first, ...recording, ...file, mime: 'audio/ogg' }])

  await applyMigration(name)

  expect(await select('select media_type, name from stored_files')).toEqual([
    { media_type: 'image/png', name: 'front.png' },
  ])
  expect(await select('select media_type, facts from asset_sources order by sha256')).toEqual([
    {
      media_type: 'model/gltf-binary',
      facts: { triangles: 12, deviation: 0.0001, headsetDeviation: 0.012 },
    },
    { media_type: 'model/gltf-binary', facts: { triangles: 12, deviation: 0.0001, headsetDeviation: null } },
    // Converted before the headset rendition was measured: there is nothing to rename.
    { media_type: 'model/gltf-binary', facts: { triangles: 12, deviation: 0.0001 } },
    { media_type: 'application/pdf', facts: null },
  ])
  expect(await select('select media_type, milliseconds from voice_notes')).toEqual([
    { media_type: 'audio/ogg', milliseconds: 900 },
  ])
  await expect(client.query("update stored_files set media_type = 'text/html'")).rejects.toThrow(
    'stored_files_media_type_check',
  )
})
