import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The thinnest program that answers the same lists: Fastify, pg, the same statements as they were seen in the log, and
 * the same documents put together by hand. Nobody is checked.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
// Written by lists.ts: two statements a list.
const texts = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, string[]>
type Person = { id: string; name: string }
/** The columns of all three lists; this program believes that its statements answer them. */
type Row = Record<'id' | 'sender_name', string> & {
  params: { title: string }
  client: Person
  others: unknown
} & Record<'created_at' | 'updated_at', Date> &
  Record<'read_at' | 'edited_at' | 'deleted_at', Date | null> &
  Record<
    | 'type'
    | 'sender_id'
    | 'priority'
    | 'data'
    | 'unread'
    | 'conversation_id'
    | 'seq'
    | 'client_id'
    | 'text'
    | 'reply_to'
    | 'head'
    | 'title'
    | 'state'
    | 'part',
    unknown
  >

async function ask(list: string, which: 0 | 1, values: unknown[]): Promise<Row[]> {
  const text = texts[list]?.[which] ?? ''
  const { rows } = await pool.query<Row>({ name: `${list} ${which}`, text, values })
  return rows
}

pool.on('error', () => process.exit(0))

const iso = (at: Date | null) => at?.toISOString() ?? null
const app = Fastify()

app.get('/notifications/:person', async (asked) => {
  const { person } = asked.params as { person: string }
  const rows = await ask('notifications', 0, [person])
  const [count] = await ask('notifications', 1, [person])
  const items = rows.slice(0, 20).map((row) => ({
    _id: row.id,
    type: row.type,
    title: `“${row.params.title}” is ready for your review`,
    message: `${row.sender_name} submitted a version. Look at it, then approve it or ask for changes.`,
    createdAt: iso(row.created_at),
    read: row.read_at !== null,
    sender: { id: row.sender_id, name: row.sender_name, avatar: null },
    priority: row.priority,
    data: row.data,
  }))
  return { items, next: cursor(rows, 'created_at'), unread: Number(count?.unread) }
})

app.get('/messages/:conversation/:person', async (asked) => {
  const { conversation, person } = asked.params as { conversation: string; person: string }
  const [standing] = await ask('messages', 0, [conversation, person])
  const rows = await ask('messages', 1, [conversation])
  const items = rows.slice(0, 20).map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    seq: Number(row.seq),
    clientId: row.client_id,
    by: { id: row.sender_id, name: row.sender_name, avatar: null },
    text: row.text,
    replyTo: row.reply_to,
    at: iso(row.created_at),
    editedAt: iso(row.edited_at),
    deletedAt: iso(row.deleted_at),
  }))
  items.reverse()
  return {
    items,
    head: Number(standing?.head),
    older: rows.length > 20,
    newer: false,
    readBy: standing?.others,
  }
})

type Deal = Record<'id' | 'project_id' | 'currency' | 'price', string> & {
  creator: Person
  milestones: { state: string }[]
}

app.get('/projects/:person', async (asked) => {
  const { person } = asked.params as { person: string }
  const rows = await ask('projects', 0, [person])
  const page = rows.slice(0, 20)
  const found = await ask('projects', 1, [page.map((row) => row.id), person])
  // What the second statement answers.
  const deals = found as unknown as Deal[]
  const items = page.map((row) => {
    const [deal] = deals.filter((one) => one.project_id === row.id)
    const { client } = row
    return {
      id: row.id,
      title: row.title,
      state: row.state,
      part: row.part,
      client: { id: client.id, name: client.name, avatar: null },
      creators: deal ? [{ id: deal.creator.id, name: deal.creator.name, avatar: null }] : [],
      price: deal ? { amount: Number(deal.price), currency: deal.currency } : null,
      milestonesDone: deal?.milestones.filter(({ state }) => state === 'released').length,
      milestonesTotal: deal?.milestones.length,
      waitingOnMe: deal?.milestones.filter(({ state }) => state === 'submitted').length,
      updatedAt: iso(row.updated_at),
    }
  })
  return { items, next: cursor(rows, 'updated_at') }
})

function cursor(rows: Row[], column: 'created_at' | 'updated_at'): string | null {
  const last = rows[19]
  return rows.length > 20 && last ? `${last[column].getTime()}_${last.id}` : null
}

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ ready: true, address })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
