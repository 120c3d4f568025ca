import { type Eraser } from '../access/account-erasure.ts'

/** Removes addresses, devices and details from the log of a user, and leaves what happened when. */
export const auditEraser: Eraser = {
  tables: ['audit_log'],
  async erase({ tx }, { id }) {
    await tx
      .updateTable('audit_log')
      .set({ ip_address: null, user_agent: null, request_id: null, data: '{}' })
      .where((e) => e.or([e('user_id', '=', id), e('actor_id', '=', id)]))
      .execute()
  },
}
