import { type Eraser } from '../../platform/access/account-erasure.ts'

/** Deletes a user's support tickets, also those that they wrote while signed out. */
export const ticketEraser: Eraser = {
  tables: ['support_tickets'],
  async erase({ tx }, { id, email }) {
    await tx
      .deleteFrom('support_tickets')
      .where((e) => e.or([e('user_id', '=', id), ...(email === null ? [] : [e('email', '=', email)])]))
      .execute()
  },
}
