/** Name prefixes of the browser databases that hold what is not at the server yet; the user's id follows. */
export const uploadDbPrefix = 'veranda-uploads-'
export const sendQueueDbPrefix = 'veranda-send-queue-'

/** Deletes the databases of all users with these prefixes. Those that are open are closed by their owners. */
export async function deleteDatabases(...prefixes: string[]): Promise<void> {
  for (const { name } of await indexedDB.databases())
    if (name !== undefined && prefixes.some((prefix) => name.startsWith(prefix))) indexedDB.deleteDatabase(name)
}
