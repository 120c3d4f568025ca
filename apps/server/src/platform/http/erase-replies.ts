import { sql } from 'kysely'
import { type Eraser } from '../access/account-erasure.ts'
import { replaceName } from '../access/replace-name.ts'

/** Deletes the stored replies to a user's repeated calls, and their name from those to others. */
export const replyEraser: Eraser = {
  tables: ['idempotency_keys'],
  async erase({ tx }, { id, name }) {
    await tx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
    const { rows } = await sql<{ user_id: string; key: string; reply: unknown }>`
      select user_id, key, reply from idempotency_keys where position(${id} in reply::text) > 0`.execute(tx)
    for (const { user_id: userId, key, reply } of rows) {
      await tx
        .updateTable('idempotency_keys')
        .set({ reply: JSON.stringify(replaceName(reply, name, 'fields')) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute()
    }
  },
}
