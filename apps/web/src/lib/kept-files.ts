/** How the databases begin in which a browser keeps files that are on their way; then comes whose they are. */
export const keptFiles = 'veranda-uploads-'

/** Throws away what this browser keeps of anybody's uploads. Open ones are told and close by themselves. */
export async function forgetKeptFiles(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name?.startsWith(keptFiles)) indexedDB.deleteDatabase(name)
}
