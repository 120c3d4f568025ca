import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/**
 * Copies a running Postgres with all its databases into another folder, from which a second one can start: the
 * low-level backup of the Postgres manual (26.3.3). Seeding the demo world again would take ten times as long.
 */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    mkdirSync(to, { recursive: true })
    copy(join(from, 'password'), to)
    // A checkpoint, such as that of another test's new database, would remove the log that the copy needs.
    await client.query(`select pg_create_physical_replication_slot('gate', true, true)`)
    await client.query(`select pg_backup_start('gate', true)`)
    copy(join(from, 'data'), to)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The log up to here makes the copy consistent.
    rmSync(join(to, 'data/pg_wal'), { recursive: true })
    copy(join(from, 'data/pg_wal'), join(to, 'data'))
    const label = join(to, 'data/backup_label')
    writeFileSync(label, rows[0]?.labelfile ?? '')
    // Postgres runs as the owner of its data.
    const { uid, gid } = statSync(join(to, 'data'))
    chownSync(label, uid, gid)
    rmSync(join(to, 'data/postmaster.pid'), { force: true })
  } finally {
    await client.end()
  }
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  // Files may go while they are copied, such as those of a database that is dropped; the log says so.
  const failures = stderr.split('\n').filter((line) => line !== '' && !line.endsWith('No such file or directory'))
  if (status !== 0 && failures.length > 0) throw new Error(`copying ${from} failed: ${failures.join('\n')}`)
}
