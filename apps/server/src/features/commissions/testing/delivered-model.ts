import * as contract from '@veranda/contract/commissions/routes.ts'
import { encodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import { workKey } from '../../../works/keys.ts'
import { sha256 } from '../sha256.ts'
import { picture, type Story } from './story.ts'

/** A version with one model, its parts given as triangles. Nothing has reacted to it yet. */
export async function deliverModel(
  { app, people, milestone }: Pick<Story, 'app' | 'people' | 'milestone'>,
  parts: readonly PartMesh[],
  name = 'chair.glb',
): Promise<{ deliverableId: string; workId: string }> {
  const { creator } = people
  const { id } = await milestone()
  const body = { notes: 'A chair', fileIds: [await picture(app, creator)] }
  const added = (await app.injectAs(creator, contract.addDeliverable, { params: { id }, body })).reply
  const deliverableId = added.deliverables.at(-1)?.id ?? ''
  const workId = await readyModel(app, creator.id, parts, name)
  await app.deps.db
    .insertInto('deliverable_works')
    .values({ deliverable_id: deliverableId, position: 0, work_id: workId })
    .execute()
  return { deliverableId, workId }
}

/** A model that was uploaded and is ready. */
export async function readyModel(
  app: TestApp,
  ownerId: string,
  parts: readonly PartMesh[],
  name: string,
): Promise<string> {
  const { db, gateways, ids } = app.deps
  const id = ids.next()
  const now = new Date(app.clock.now())
  const bytes = encodeParts(parts)
  const hash = sha256(id)
  await gateways.storage.put(workKey(hash, 'parts'), bytes)
  const original = { sha256: hash, kind: 'model', mime: 'model/gltf-binary', bytes: 1_000 } as const
  const made = { model_bytes: 500, headset_bytes: null, thumbnail_bytes: null, parts_bytes: bytes.length }
  const none = { compressed_bytes: null, created_at: now }
  const zero = { x: 0, y: 0, z: 0 }
  const box = { min: zero, max: zero }
  const named = parts.map((part) => ({ name: part.name, triangles: part.indices.length / 3, box }))
  const counts = { triangles: 0, vertices: 0, materials: 0, draws: parts.length, textures: [], textureBytes: 0 }
  const facts = { ...counts, size: zero, box, parts: named, animations: [], tolerance: 0 }
  await db
    .insertInto('originals')
    .values({ ...original, ...made, ...none, facts: JSON.stringify(facts), gate: null })
    .execute()
  const work = { id, owner_id: ownerId, name, purpose: 'project', state: 'ready', bytes: 1_000, sha256: hash } as const
  const rest = { refusal_code: null, expected_sha256: null, created_at: now, updated_at: now }
  await db
    .insertInto('works')
    .values({ ...work, ...rest })
    .execute()
  return id
}
