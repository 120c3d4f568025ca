import { expect, inject, test } from 'vitest'
import { makeTestDatabase } from '../db/testing/test-database.ts'
import { openJobConnections } from './job-connections.ts'

test('a statement on whose connection no reply comes fails, and the next one gets another connection', async () => {
  const connections = openJobConnections(await makeTestDatabase(inject('postgres')), {
    onError: () => undefined,
    statementTimeoutMs: 500,
  })
  const pidOfNext = async () => {
    const { rows } = await connections.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid ?? 0
  }
  const silent = await pidOfNext()
  process.kill(silent, 'SIGSTOP')
  try {
    await expect(connections.pool.query('select 1')).rejects.toThrow('Connection terminated')
    expect(await pidOfNext()).not.toBe(silent)
  } finally {
    process.kill(silent, 'SIGCONT')
    await connections.close()
  }
})
