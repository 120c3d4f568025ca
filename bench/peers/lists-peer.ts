import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The thinnest program that serves the same lists: Fastify, pg, the statements recorded from the product, and the same
 * documents assembled by hand. No permissions are checked.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
// Set by lists.ts: the statements of each list, by what they return.
const statementsByList = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, Record<string, string>>
type UserRef = { id: string; name: string }
/** Columns of all three lists; the program trusts that its statements return them. */
type Row = Record<'id' | 'sender_name', string> & {
  params: { title: string }
  client: UserRef
  others: unknown
} & Record<'created_at' | 'updated_at', Date> &
  Record<'read_at' | 'edited_at' | 'deleted_at', Date | null> &
  Record<'asset_id' | 'file_id', string | null> &
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
    | 'role'
    | 'project_id',
    unknown
  >

async function runStatement(list: string, name: string, values: unknown[]): Promise<Row[]> {
  const text = statementsByList[list]?.[name]
  if (text === undefined) throw new Error(`the list of ${list} has no statement ${name}`)
  const { rows } = await pool.query<Row>({ name: `${list} ${name}`, text, values })
  return rows
}

pool.on('error', () => process.exit(0))

const iso = (at: Date | null) => at?.toISOString() ?? null
const peer = Fastify()

peer.get('/notifications/:userId', async ({ params }) => {
  const { userId } = params as { userId: string }
  const rows = await runStatement('notifications', 'page', [userId])
  const [count] = await runStatement('notifications', 'unread', [userId])
  const items = rows.slice(0, 20).map((row) => ({
    _id: row.id,
    type: row.type,
    title: `“${row.params.title}” is ready for your review`,
    message: `${row.sender_name} submitted a version. Review it, then approve it or request changes.`,
    createdAt: iso(row.created_at),
    read: row.read_at !== null,
    sender: { id: row.sender_id, name: row.sender_name, avatar: null },
    priority: row.priority,
    data: row.data,
  }))
  return { items, next: nextCursor(rows, 'created_at'), unread: Number(count?.unread) }
})

peer.get('/messages/:conversation/:userId', async ({ params }) => {
  const { conversation, userId } = params as { conversation: string; userId: string }
  const [readState] = await runStatement('messages', 'readState', [conversation, userId])
  const rows = await runStatement('messages', 'page', [conversation])
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
    // All messages are the other user's.
    actions: ['reply'],
  }))
  items.reverse()
  return {
    items,
    head: Number(readState?.head),
    older: rows.length > 20,
    newer: false,
    readBy: readState?.others,
  }
})

type AgreedCommission = Record<'id' | 'project_id' | 'currency' | 'price', string> & {
  creator: UserRef
  milestones: { state: string; frozen: boolean }[]
}

peer.get('/projects/:userId', async ({ params }) => {
  const { userId } = params as { userId: string }
  const rows = await runStatement('projects', 'page', [userId])
  const page = rows.slice(0, 20)
  const projectIds = page.map((row) => row.id)
  const found = await runStatement('projects', 'commissions', [projectIds, userId])
  const pictured = await runStatement('projects', 'pictures', [userId, projectIds, userId])
  // The second statement returns this shape.
  const commissions = found as unknown as AgreedCommission[]
  const items = page.map((row) => {
    const [commission] = commissions.filter((one) => one.project_id === row.id)
    const { client } = row
    return {
      id: row.id,
      title: row.title,
      state: row.state,
      viewerRole: row.role,
      client: { id: client.id, name: client.name, avatar: null },
      creators: commission ? [{ id: commission.creator.id, name: commission.creator.name, avatar: null }] : [],
      price: commission ? { amount: Number(commission.price), currency: commission.currency } : null,
      milestonesDone: commission?.milestones.filter(({ state }) => state === 'released').length,
      milestonesTotal: commission?.milestones.length,
      isFrozen: commission?.milestones.some(({ frozen }) => frozen),
      pendingOnMe: commission?.milestones.filter(({ state }) => state === 'submitted').length,
      thumbnail: thumbnailOf(pictured.find((one) => one.project_id === row.id)),
      updatedAt: iso(row.updated_at),
    }
  })
  return { items, next: nextCursor(rows, 'updated_at') }
})

function thumbnailOf(picture: Row | undefined): string | null {
  if (!picture) return null
  return picture.asset_id === null ? `/api/files/${picture.file_id}` : `/api/assets/${picture.asset_id}/thumbnail`
}

function nextCursor(rows: Row[], column: 'created_at' | 'updated_at'): string | null {
  const last = rows[19]
  return rows.length > 20 && last ? `${last[column].getTime()}_${last.id}` : null
}

const address = await peer.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ ready: true, address })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
