import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The thinnest program that asks the database the same: Fastify, pg, and the statements as they were seen in the log,
 * with what was asked then. It answers the rows as they come and works nothing out. Nobody is checked.
 */
type Asked = { readonly text: string; readonly values: (string | null)[] }

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
// Written by slots.ts: the statements of each list.
const lists = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, Asked[]>
pool.on('error', () => process.exit(0))

const app = Fastify()
app.get('/:list', async (asked) => {
  const { list } = asked.params as { list: string }
  const rows: unknown[] = []
  for (const [which, { text, values }] of (lists[list] ?? []).entries()) {
    rows.push((await pool.query({ name: `${list} ${which}`, text, values })).rows)
  }
  return rows
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address })
process.on('SIGTERM', () => process.exit(0))
