import { type Anchor } from '@veranda/core/commissions/pins/pin.ts'
import { type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type PinEvents } from '@veranda/core/commissions/pins/events.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type PinView } from '@veranda/contract/pins/schemas.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { type Deps } from '../../../deps.ts'
import { append, type LoggedEvent } from '../../../log/append.ts'
import { readParts } from '../../../works/read-parts.ts'
import { carryOnThread } from './carry-on-thread.ts'
import { type CarriedPlace, placeCarried } from './rows.ts'

type Standing = { pin_id: string; work_name: string } & Pick<Anchor, 'part' | 'position' | 'normal'> & { view: PinView }
type Added = { id: string; name: string; parts: readonly PartMesh[] | undefined }

/** The version that pins are carried to; with `pinId` this pin alone. */
export type Aim = { readonly deliverableId: string; readonly number: number; readonly pinId?: string }
type Cause = Pick<LoggedEvent, 'projectId' | 'actor' | 'at'> & { readonly data: MilestoneFacts }

/**
 * Takes pins along to a version from where each stood last before it, and tells the log how many went and how many need
 * a hand. A pin that has a place on the version keeps it.
 */
export async function carryPinsTo(at: { tx: Tx; deps: Deps; event: Cause }, aim: Aim): Promise<void> {
  const { tx, deps, event } = at
  const { deliverableId, number } = aim
  const standing = await findStanding(tx, event.data.milestoneId, aim)
  if (standing.length === 0) return
  const works: Added[] = []
  for (const work of await findModels(tx, deliverableId)) works.push({ ...work, parts: await readParts(deps, work.id) })
  const [first] = works
  if (!first) return
  const places: CarriedPlace[] = []
  for (const work of works) {
    const here = standing.filter((pin) => workFor(pin, works, first) === work)
    if (here.length === 0) continue
    const found = work.parts && (await carryOnThread({ parts: work.parts, anchors: here }))
    for (const [index, { pin_id: pinId, view, ...from }] of here.entries()) {
      const to = found?.[index] ?? ({ standing: 'unsure', reason: 'not-read', moved: null } as const)
      places.push({ pinId, deliverableId, workId: work.id, from, view, to })
    }
  }
  await placeCarried(tx, places, event.at)
  const unsure = places.filter(({ to }) => to.standing === 'unsure').length
  const carried = places.length - unsure
  const { projectId, commissionId, clientId, creatorId, milestoneId, title, amount, currency } = event.data
  const facts = { projectId, commissionId, clientId, creatorId, milestoneId, title, amount, currency }
  const data: PinEvents['pins.carried'] = { ...facts, carried, unsure, version: number }
  const subject = { kind: 'milestone', id: milestoneId }
  const { actor, at: moment } = event
  await append(tx, { type: 'pins.carried', subject, projectId: event.projectId, actor, at: moment, data })
}

/** The model of the same name; else one that has the part; else the first. */
function workFor(pin: Standing, works: readonly Added[], first: Added): Added {
  const named = works.find(({ name }) => name === pin.work_name)
  const having = works.find(({ parts }) => parts?.some(({ name }) => name === pin.part))
  return named?.parts?.some(({ name }) => name === pin.part) ? named : (having ?? named ?? first)
}

/** Where each pin that has no place on the version stood last before it. */
async function findStanding(tx: Tx, milestoneId: string, aim: Aim): Promise<Standing[]> {
  const { deliverableId, number, pinId } = aim
  const { rows } = await sql<Standing>`
    select distinct on (p.number) p.id as pin_id, x.part, x.position, x.normal, x.view, w.name as work_name
    from pins p
    join pin_places x on x.pin_id = p.id
    join deliverables d on d.id = x.deliverable_id
    join works w on w.id = x.work_id
    where p.milestone_id = ${milestoneId} and p.removed_at is null and d.number < ${number}
      and ${pinId === undefined ? sql`true` : sql`p.id = ${pinId}`}
      and not exists (select from pin_places h where h.pin_id = p.id and h.deliverable_id = ${deliverableId})
    order by p.number, d.number desc`.execute(tx)
  return rows
}

async function findModels(tx: Tx, deliverableId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select w.id, w.name from deliverable_works x
    join works w on w.id = x.work_id
    join originals o on o.sha256 = w.sha256
    where x.deliverable_id = ${deliverableId} and o.kind = 'model'
    order by x.position`.execute(tx)
  return rows
}
