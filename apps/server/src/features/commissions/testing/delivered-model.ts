import { hash } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { encodeParts, type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import { assetStorageKey } from '../../../platform/assets/asset-keys.ts'
import { uploadImage, type CommissionScenario } from './commission-scenario.ts'

/** Adds a version with one model whose parts are given as triangles. Runs no event handler. */
export async function deliverModel(
  { app, parties, milestone }: Pick<CommissionScenario, 'app' | 'parties' | 'milestone'>,
  parts: readonly PartMesh[],
  name = 'chair.glb',
): Promise<{ deliverableId: string; assetId: string }> {
  const { creator } = parties
  const { id } = await milestone()
  const body = { notes: 'A chair', fileIds: [await uploadImage(app, creator)] }
  const added = (await app.injectAs(creator, contract.addDeliverable, { params: { id }, body })).reply
  const deliverableId = added.deliverables.at(-1)?.id ?? ''
  const assetId = await insertReadyModel(app, creator.id, parts, name)
  await app.deps.db
    .insertInto('deliverable_assets')
    .values({ deliverable_id: deliverableId, position: 0, asset_id: assetId })
    .execute()
  return { deliverableId, assetId }
}

/** Inserts a model that is uploaded and ready. */
export async function insertReadyModel(
  app: TestApp,
  ownerId: string,
  parts: readonly PartMesh[],
  name: string,
): Promise<string> {
  const { db, gateways, ids } = app.deps
  const id = ids.next()
  const now = new Date(app.clock.now())
  const bytes = encodeParts(parts)
  const sourceHash = hash('sha256', id)
  await gateways.storage.put(assetStorageKey(sourceHash, 'parts'), bytes)
  const original = { sha256: sourceHash, kind: 'model', media_type: 'model/gltf-binary', bytes: 1_000 } as const
  const made = { model_bytes: 500, headset_bytes: null, thumbnail_bytes: null, parts_bytes: bytes.length }
  const none = { compressed_bytes: null, turntable_bytes: null, created_at: now }
  const zero = { x: 0, y: 0, z: 0 }
  const box = { min: zero, max: zero }
  const named = parts.map((part) => ({ name: part.name, triangles: part.indices.length / 3, box }))
  const counts = { triangles: 0, materials: 0, draws: parts.length, textures: [], textureBytes: 0 }
  const facts = { ...counts, size: zero, box, parts: named, animations: [], deviation: 0 }
  await db
    .insertInto('asset_sources')
    .values({ ...original, ...made, ...none, facts: JSON.stringify(facts), headset_rating: null })
    .execute()
  const asset = {
    id,
    owner_id: ownerId,
    name,
    purpose: 'project',
    state: 'ready',
    bytes: 1_000,
    sha256: sourceHash,
  } as const
  const rest = { refusal_code: null, expected_sha256: null, created_at: now, updated_at: now }
  await db
    .insertInto('assets')
    .values({ ...asset, ...rest })
    .execute()
  return id
}
