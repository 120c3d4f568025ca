/** Name prefixes of the browser databases that hold what is not at the server yet; the user's id follows. */
export const uploadDbPrefix = 'veranda-uploads-'
export const sendQueueDbPrefix = 'veranda-send-queue-'

/** Deletes the databases of a user, whose names have their id. Those that are open are closed by their owners. */
export async function deleteDatabasesOf(userId: string): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name?.includes(userId)) indexedDB.deleteDatabase(name)
}
