import { type FileReader } from '../../files/readers.ts'

/** The picture of a person may be seen by anybody. */
export const readAvatar: FileReader = async ({ db, file }) => {
  const person = await db.selectFrom('people').select('id').where('avatar_file', '=', file.id).executeTakeFirst()
  return person ? 'whole' : 'nothing'
}
