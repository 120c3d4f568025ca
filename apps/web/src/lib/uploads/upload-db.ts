/** Name prefix of the browser databases with pending uploads; the user's id follows. */
export const uploadDbPrefix = 'veranda-uploads-'

/** Deletes the pending uploads of all users from this browser. Open databases are notified and close themselves. */
export async function deleteUploadDbs(): Promise<void> {
  for (const { name } of await indexedDB.databases())
    if (name?.startsWith(uploadDbPrefix)) indexedDB.deleteDatabase(name)
}
