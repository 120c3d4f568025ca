import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Deps } from '../../deps.ts'

/**
 * Receives bytes of an upload and records the activity, so that it does not expire; a broken connection has delivered
 * bytes too. Writes the row at most once a minute, and only when bytes were stored.
 */
export async function recordUploadActivity<T>(
  deps: Deps,
  upload: { id: string; updated_at: Instant },
  receive: () => Promise<T>,
): Promise<T> {
  const { id } = upload
  if (deps.clock.now() - upload.updated_at < minute) return receive()
  const before = await countStoredBytes(deps, id)
  try {
    return await receive()
  } finally {
    // The response is already sent; if this fails, the next bytes are recorded.
    await touchIfBytesArrived(deps, id, before).catch((error: unknown) =>
      deps.log.warn({ err: error, id }, 'upload activity not recorded'),
    )
  }
}

async function touchIfBytesArrived(deps: Deps, id: string, before: number): Promise<void> {
  if ((await countStoredBytes(deps, id)) <= before) return
  const now = new Date(deps.clock.now())
  await sql`update assets set updated_at = ${now} where id = ${id} and state = 'uploading'`.execute(deps.db)
}

/** Returns the number of stored bytes; 0 for an unknown upload. */
async function countStoredBytes({ gateways }: Deps, id: string): Promise<number> {
  const store = await gateways.uploads.tus()
  return (await store.getUpload(id).catch(() => undefined))?.offset ?? 0
}
