import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Deps } from '../../deps.ts'

/**
 * Receives bytes of an upload and notes that some came, so that it is not swept as left alone; a line that was cut has
 * brought bytes too. One row is written a minute at most, and none for a request that stored nothing.
 */
export async function notingBytes<T>(
  deps: Deps,
  upload: { id: string; updated_at: Instant },
  receive: () => Promise<T>,
): Promise<T> {
  const { id } = upload
  if (deps.clock.now() - upload.updated_at < minute) return receive()
  const before = await storedOf(deps, id)
  try {
    return await receive()
  } finally {
    // They are answered already: the next ones are noted if these cannot be.
    await note(deps, id, before).catch((error: unknown) => deps.log.warn({ err: error, id }, 'bytes were not noted'))
  }
}

async function note(deps: Deps, id: string, before: number): Promise<void> {
  if ((await storedOf(deps, id)) <= before) return
  const now = new Date(deps.clock.now())
  await sql`update works set updated_at = ${now} where id = ${id} and state = 'uploading'`.execute(deps.db)
}

/** How many bytes are stored; 0 when there is nothing. */
async function storedOf({ gateways }: Deps, id: string): Promise<number> {
  const store = await gateways.uploads.tus()
  return (await store.getUpload(id).catch(() => undefined))?.offset ?? 0
}
