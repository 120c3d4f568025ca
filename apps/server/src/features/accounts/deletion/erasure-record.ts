import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Client } from 'pg'
import { worker } from '../../../platform/jobs/worker.ts'
import { scheduleForUsers } from '../../../platform/timers/timers.ts'
import { erasureTimer } from './change-deletion.ts'

export const noteErasureQueue = 'accounts.note-erasures'
export type NoteErasureJob = { userId: UserId; erasedAt: Instant }

const fileMode = 0o600
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the file outside the database that lists the erased accounts, because a restored database has them again. */
export function erasureRecordFile(folder: string): string {
  return join(folder, 'erased-accounts.txt')
}

/** Adds an erased account to the record outside the database. A repeated line changes nothing. */
export const noteErasure = worker<NoteErasureJob>(noteErasureQueue, async ({ userId, erasedAt }, { env }) => {
  const file = erasureRecordFile(env.dataDir)
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `${userId} ${new Date(erasedAt).toISOString()}\n`, { mode: fileMode, flush: true })
})

/** Reads the ids of everyone who was erased, from the records in some folders; a missing one says nothing. */
export async function readErasedAccounts(folders: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const folder of folders) {
    const text = await readFile(erasureRecordFile(folder), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    })
    for (const line of text.split('\n')) {
      const [id = ''] = line.split(' ', 1)
      if (idPattern.test(id)) ids.add(id)
    }
  }
  return [...ids]
}

/**
 * Closes those accounts in a restored database and schedules that the server erases them as soon as it starts. Returns
 * how many it knows.
 */
export async function reapplyErasures(client: Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `update users set closed_at = coalesce(closed_at, now()) where id = any($1::uuid[]) returning id`,
    [ids],
  )
  const known = rows.map(({ id }) => id)
  await client.query('delete from sessions where user_id = any($1::uuid[])', [known])
  await client.query(scheduleForUsers, [known, erasureTimer, JSON.stringify({ again: true })])
  return known.length
}
