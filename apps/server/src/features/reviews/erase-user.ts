import { type Eraser } from '../../platform/access/account-erasure.ts'

/** Deletes the reviews about a user. Those that they wrote stay with whom they are about, without their name. */
export const reviewEraser: Eraser = {
  tables: ['reviews'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('reviews').where('about_id', '=', id).execute()
  },
}
