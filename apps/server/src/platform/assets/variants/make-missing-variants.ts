import { hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type NightlyTask } from '../../timers/nightly-timer.ts'
import { enqueueImageVariants, makeImageVariants } from './make-image-variants.ts'
import { type VariantSource } from './variant-keys.ts'

/** Images that one night enqueues at most. */
const maxEnqueuedImages = 1_000

/** Enqueues every night the variants of images that have none: those from before there were any, and failed ones. */
export const makeMissingVariantsNightly: NightlyTask = {
  kind: 'assets.make-missing-variants',
  subject: { kind: 'images', id: 'without-variants' },
  timeOfDayMs: 1.5 * hour,
  async run({ tx, deps }) {
    const { rows } = await sql<VariantSource>`
      select source, sha256 from (
        select 'asset' as source, sha256 from asset_sources where thumbnail_bytes is not null
        union select 'image', sha256 from stored_files) as images
      where not exists (
        select from image_variants v where v.source = images.source and v.sha256 = images.sha256)
      order by source, sha256 limit ${sql.lit(maxEnqueuedImages)}`.execute(tx)
    for (const { source, sha256 } of rows) await enqueueImageVariants(deps, tx, { source, sha256 })
    return 'done'
  },
}

/** Has all images sent whole, now and later: for the small demo world, whose many servers would make all widths at once. */
export async function skipImageVariants(deps: Pick<Deps, 'db' | 'commitSignals'>): Promise<void> {
  await transact(deps, async (tx) => {
    await sql`delete from pgboss.job where name = ${makeImageVariants.queue}`.execute(tx)
    await sql`
      insert into image_variants (source, sha256, widths, created_at)
      select 'asset', sha256, '{}'::integer[], now() from asset_sources where thumbnail_bytes is not null
      union select 'image', sha256, '{}'::integer[], now() from stored_files
      on conflict do nothing`.execute(tx)
  })
}
