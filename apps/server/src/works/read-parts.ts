import { decodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Deps } from '../deps.ts'
import { workKey } from './keys.ts'

/**
 * The parts of a model as they are in the original: metres, bind pose, world transforms applied. undefined when the work
 * is no model or is not ready.
 */
export async function readParts(deps: Pick<Deps, 'db' | 'gateways'>, workId: string): Promise<PartMesh[] | undefined> {
  const work = await deps.db
    .selectFrom('works')
    .innerJoin('originals', 'originals.sha256', 'works.sha256')
    .select(['originals.sha256', 'originals.parts_bytes'])
    .where('works.id', '=', workId)
    .executeTakeFirst()
  if (!work || work.parts_bytes === null) return undefined
  const bytes = await deps.gateways.storage.get(workKey(work.sha256, 'parts'))
  return bytes && decodeParts(bytes)
}
