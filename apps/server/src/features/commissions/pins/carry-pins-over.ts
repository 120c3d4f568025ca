import { type SurfaceAnchor } from '@veranda/core/commissions/pins/pin.ts'
import { type CommissionEvent, type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type PinEvents } from '@veranda/core/commissions/pins/events.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent, type StoredEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { readPartMeshes } from '../../../platform/assets/asset.repository.ts'
import { carryOverInWorker } from './carry-over-in-worker.ts'
import { type CarriedOverPlace, insertCarriedPlaces } from './pin.repository.ts'

type LastPlacement = { pin_id: string; asset_name: string } & Pick<SurfaceAnchor, 'part' | 'position' | 'normal'> & {
    view: PinView
  }
type VersionModel = { id: string; name: string; parts: readonly PartMesh[] | undefined }

/** The version to carry pins over to; with `pinId` only that pin. */
export type CarryOverTarget = { readonly deliverableId: string; readonly number: number; readonly pinId?: string }
type CarryOverCause = Pick<StoredEvent, 'projectId' | 'actor' | 'at'> & { readonly data: MilestoneFacts }

/**
 * Carries pins over to a version from their last earlier place and appends an event with the numbers carried and
 * unsure. Keeps a place that a pin already has on the version.
 */
export async function carryPinsOver(
  ctx: { tx: Tx; deps: Deps; event: CarryOverCause },
  target: CarryOverTarget,
): Promise<void> {
  const { tx, deps, event } = ctx
  const { deliverableId, number } = target
  const placements = await findLastPlacements(tx, event.data.milestoneId, target)
  if (placements.length === 0) return
  const models: VersionModel[] = []
  for (const model of await findModels(tx, deliverableId))
    models.push({ ...model, parts: await readPartMeshes(deps, model.id) })
  const [first] = models
  if (!first) return
  const places: CarriedOverPlace[] = []
  for (const model of models) {
    const pinsOnModel = placements.filter((pin) => chooseModel(pin, models, first) === model)
    if (pinsOnModel.length === 0) continue
    const found = model.parts && (await carryOverInWorker({ parts: model.parts, anchors: pinsOnModel }))
    for (const [index, { pin_id: pinId, view, ...from }] of pinsOnModel.entries()) {
      const to = found?.[index] ?? ({ status: 'unsure', reason: 'not-read' } as const)
      places.push({ pinId, deliverableId, assetId: model.id, from, view, to })
    }
  }
  await insertCarriedPlaces(tx, places, event.at)
  const unsure = places.filter(({ to }) => to.status === 'unsure').length
  const carried = places.length - unsure
  const { projectId, commissionId, clientId, creatorId, milestoneId, title, amount, currency } = event.data
  const facts = { projectId, commissionId, clientId, creatorId, milestoneId, title, amount, currency }
  const data: PinEvents['pins.carried'] = { ...facts, carried, unsure, version: number }
  const subject = { kind: 'milestone', id: milestoneId }
  const { actor, at: occurredAt } = event
  await appendEvent(tx, { type: 'pins.carried', subject, projectId: event.projectId, actor, at: occurredAt, data })
}

/** Carries pins over to a new version; those without a certain place become unsure. */
export const carryPinsToNewVersion = eventHandler<CommissionEvent<'deliverable.added'>>(
  'carry-pins',
  ['deliverable.added'],
  (ctx) => carryPinsOver(ctx, ctx.event.data),
)

/** Returns the model with the same name, else one that has the part, else the first. */
function chooseModel(pin: LastPlacement, models: readonly VersionModel[], first: VersionModel): VersionModel {
  const sameName = models.find(({ name }) => name === pin.asset_name)
  const withPart = models.find(({ parts }) => parts?.some(({ name }) => name === pin.part))
  return sameName?.parts?.some(({ name }) => name === pin.part) ? sameName : (withPart ?? sameName ?? first)
}

/** Returns the last earlier place of each pin that has no place on the version yet. */
async function findLastPlacements(tx: Tx, milestoneId: string, target: CarryOverTarget): Promise<LastPlacement[]> {
  const { deliverableId, number, pinId } = target
  const { rows } = await sql<LastPlacement>`
    select distinct on (p.number) p.id as pin_id, x.part, x.position, x.normal, x.view, w.name as asset_name
    from pins p
    join pin_places x on x.pin_id = p.id
    join deliverables d on d.id = x.deliverable_id
    join assets w on w.id = x.asset_id
    where p.milestone_id = ${milestoneId} and p.removed_at is null and d.number < ${number}
      and ${pinId === undefined ? sql`true` : sql`p.id = ${pinId}`}
      and not exists (select from pin_places h where h.pin_id = p.id and h.deliverable_id = ${deliverableId})
    order by p.number, d.number desc`.execute(tx)
  return rows
}

async function findModels(tx: Tx, deliverableId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select w.id, w.name from deliverable_assets x
    join assets w on w.id = x.asset_id
    join asset_sources o on o.sha256 = w.sha256
    where x.deliverable_id = ${deliverableId} and o.kind = 'model'
    order by x.position`.execute(tx)
  return rows
}
