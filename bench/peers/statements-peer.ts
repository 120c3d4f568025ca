import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The thinnest program that runs the same queries: Fastify, pg, and the statements recorded from the product with their
 * parameters. Returns the rows as they are, and checks no permissions.
 */
type RecordedStatement = { readonly text: string; readonly values: (string | null)[] }

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
// Set by slots.ts: the statements of each list.
const statementsByList = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, RecordedStatement[]>
pool.on('error', () => process.exit(0))

const peer = Fastify()
peer.get('/:list', async ({ params }) => {
  const { list } = params as { list: string }
  const rows: unknown[] = []
  for (const [index, { text, values }] of (statementsByList[list] ?? []).entries()) {
    rows.push((await pool.query({ name: `${list} ${index}`, text, values })).rows)
  }
  return rows
})
const address = await peer.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address })
process.on('SIGTERM', () => process.exit(0))
