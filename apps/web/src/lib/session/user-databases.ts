/** Name prefixes of the browser databases that hold what is not at the server yet; the user's id follows. */
export const uploadDbPrefix = 'veranda-uploads-'
export const sendQueueDbPrefix = 'veranda-send-queue-'

/** Deletes the databases of a user. Those that are open are closed by their owners. */
export async function deleteDatabasesOf(userId: string): Promise<void> {
  const own = [uploadDbPrefix + userId, sendQueueDbPrefix + userId]
  for (const { name } of await indexedDB.databases())
    if (own.some((prefix) => name?.startsWith(prefix))) indexedDB.deleteDatabase(name ?? '')
}
