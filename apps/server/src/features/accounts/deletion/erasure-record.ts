import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Client } from 'pg'
import { type StorageGateway } from '../../../gateways/storage/storage-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { scheduleForUsers } from '../../../platform/timers/timers.ts'
import { erasureTimer } from './change-deletion.ts'

export const noteErasureQueue = 'accounts.note-erasures'
export type NoteErasureJob = { userId: UserId; erasedAt: Instant }

/** The folder of the storage that lists the erased accounts, because a restored database has them again. */
const recordFolder = 'erased-accounts'
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the file in which each node kept its part of the record before the storage had it. */
export function formerRecordFile(folder: string): string {
  return join(folder, 'erased-accounts.txt')
}

/**
 * Adds an erased account to the record outside the database: an object of its own in the storage, so that nodes do not
 * overwrite what others wrote, and a repeated job changes nothing.
 */
export const noteErasure = worker<NoteErasureJob>(noteErasureQueue, ({ userId, erasedAt }, { gateways }) =>
  putErasure(gateways.storage, userId, new Date(erasedAt)),
)

async function putErasure(storage: StorageGateway, userId: string, erasedAt: Date): Promise<void> {
  await storage.put(`${recordFolder}/${userId}`, Buffer.from(`${erasedAt.toISOString()}\n`))
}

/**
 * Reads the ids of everyone who was erased, from the storage and from the former files in some folders. What is missing
 * says nothing.
 */
export async function readErasedAccounts(storage: StorageGateway, folders: readonly string[]): Promise<string[]> {
  const ids = (await storage.list(recordFolder)).map((key) => key.slice(recordFolder.length + 1))
  for (const folder of folders) {
    const text = await readFile(formerRecordFile(folder), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    })
    ids.push(...text.split('\n').flatMap((line) => line.split(' ', 1)))
  }
  return [...new Set(ids.filter((id) => idPattern.test(id)))]
}

/**
 * Applies every recorded erasure to a restored database: closes those accounts and schedules that the server erases them
 * as soon as it starts. The erasures that the database knows go to the record of its storage, which may be a new one into
 * which an older backup is restored later.
 */
export async function restoreErasures(
  client: Client,
  storage: StorageGateway,
  folders: readonly string[],
): Promise<void> {
  const recorded = await readErasedAccounts(storage, folders)
  const { rows: users } = await client.query<{ id: string }>(
    `update users set closed_at = coalesce(closed_at, now()) where id = any($1::uuid[]) returning id`,
    [recorded],
  )
  const known = users.map(({ id }) => id)
  await client.query('delete from sessions where user_id = any($1::uuid[])', [known])
  await client.query(scheduleForUsers, [known, erasureTimer, JSON.stringify({ again: true })])
  const { rows: erased } = await client.query<{ id: string; at: Date }>(
    'select user_id as id, erased_at as at from erased_accounts',
  )
  for (const { id, at } of erased) await putErasure(storage, id, at)
}
