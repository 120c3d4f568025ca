import { type Db } from '../db/database.ts'
import { mostGenerous } from '../most-generous.ts'

/** What somebody may have of a work: nothing, what is shown of it, or the original too. */
export type Reach = 'nothing' | 'view' | 'original'

export type ReadWork = { readonly id: string; readonly ownerId: string }

/**
 * Says what somebody may have of a work; `personId` is null for someone signed out. The owner may have everything
 * always. Of several readers the most generous counts, and without any the work is absent.
 */
export type WorkReader = (at: { db: Db; work: ReadWork; personId: string | null }) => Promise<Reach>

/** The most that any of the readers allows; the owner everything. */
export async function reachOf(readers: readonly WorkReader[], at: Parameters<WorkReader>[0]): Promise<Reach> {
  if (at.personId === at.work.ownerId) return 'original'
  return mostGenerous<typeof at, Reach>(['nothing', 'view', 'original'], readers, at)
}
