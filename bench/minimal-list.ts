import Fastify from 'fastify'
import { Pool } from 'pg'

/** The thinnest program that answers the same list: Fastify, pg and the two statements; nobody is checked. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const list = {
  name: 'list',
  text: `select n.id, n.type, n.live_name, n.priority, n.key, n.params, n.data, n.created_at, n.read_at, n.sender_id,
      s.name as sender_name, s.avatar_file as sender_avatar_file, p.title as project_title, me.language
    from notifications n
    join people me on me.id = n.person_id
    left join people s on s.id = n.sender_id
    left join projects p on p.id = n.project_id
    where n.person_id = $1 and n.deleted_at is null
    order by n.created_at desc, n.id desc limit 21`,
}
const unread = {
  name: 'unread',
  text: `select count(*) as unread from notifications where person_id = $1 and read_at is null and deleted_at is null`,
}
const app = Fastify()
app.get('/list/:person', async (asked) => {
  // The route's own parameter.
  const { person } = asked.params as { person: string }
  const { rows } = await pool.query({ ...list, values: [person] })
  const count = await pool.query({ ...unread, values: [person] })
  return {
    items: rows.slice(0, 20).map((row) => ({
      _id: row.id,
      type: row.type,
      title: row.key,
      message: row.project_title,
      createdAt: row.created_at,
      read: row.read_at !== null,
      sender: row.sender_id === null ? null : { id: row.sender_id, name: row.sender_name, avatar: null },
      priority: row.priority,
      data: row.data,
    })),
    next: null,
    unread: Number(count.rows[0]?.unread),
  }
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ ready: true, address })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
