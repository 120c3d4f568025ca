import { type pieceBody, type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { type FileReader } from '../../files/readers.ts'
import { preparePicture } from '../../files/prepare-picture.ts'
import { storePicture } from '../../files/store-picture.ts'
import { type WorkReader } from '../../works/readers.ts'
import { workKey } from '../../works/keys.ts'
import { findOwnReady } from '../../works/rows.ts'
import { type WorkRow } from '../../works/show-work.ts'
import { becomeCreator } from './become-creator.ts'
import { type At } from './change-profile.ts'
import { readProfile } from './read-talent.ts'

const atMost = 60

/** Shows a picture of one's own on one's page, at the end; without one it is the picture of the work. */
export async function addPiece(at: At, body: z.output<typeof pieceBody>): Promise<Result<Talent>> {
  const { tx, actor, deps } = at
  const [work] = body.workId === null ? [] : await findOwnReady(tx, actor.id, [body.workId])
  if (body.workId !== null && !work) return refuse('work.not-ready', 'invalid', { field: 'workId' })
  const file = body.fileId === null ? await pictureOf(at, work) : await findOwn(at, body.fileId)
  if (!file.ok) return file
  const now = deps.clock.now()
  await becomeCreator(tx, actor.id, now)
  const { count, last } = await tx
    .selectFrom('portfolio_pieces')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      fn.max('position').as('last'),
    ])
    .where('creator_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= atMost) return refuse('piece.too-many', 'conflict', { detail: { most: atMost } })
  await tx
    .insertInto('portfolio_pieces')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: (last ?? 0) + 1,
      title: body.title,
      description: body.description,
      file_id: file.value.id,
      work_id: body.workId,
      created_at: new Date(now),
    })
    .execute()
  return ok(await readProfile(tx, actor.id))
}

async function findOwn({ tx, actor }: At, fileId: string): Promise<Result<{ id: string }>> {
  const file = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  return file ? ok(file) : refuse('file.not-found', 'not-found', { field: 'fileId' })
}

/** The picture that was drawn of a work, stored as one of its owner's own. */
async function pictureOf({ tx, actor, deps }: At, work: WorkRow | undefined): Promise<Result<{ id: string }>> {
  const drawn = work?.sha256 && (await deps.gateways.storage.get(workKey(work.sha256, 'thumbnail')))
  if (!drawn) return refuse('piece.no-picture', 'invalid', { field: 'fileId' })
  const prepared = await preparePicture(drawn)
  if (!prepared.ok) return prepared
  const name = `${work.name.replace(/\.\w+$/, '')}.webp`
  return storePicture({ tx, deps }, { id: actor.id, fileId: deps.ids.next(), name }, prepared.value)
}

/** Takes a piece off one's page; its picture is one's own alone again. */
export async function removePiece({ tx, actor, deps }: At, id: string): Promise<Result<Done>> {
  const removed = await tx
    .updateTable('portfolio_pieces')
    .set({ removed_at: new Date(deps.clock.now()) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows === 0n ? refuse('piece.not-found', 'not-found') : ok({ done: true })
}

/** The pictures of a portfolio are for everybody who is signed in. */
export const portfolioReader: FileReader = async ({ db, file, personId }) => {
  if (personId === null) return 'nothing'
  const shown = await db
    .selectFrom('portfolio_pieces')
    .select('id')
    .where('creator_id', '=', file.ownerId)
    .where('file_id', '=', file.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'whole' : 'nothing'
}

/** The works of a portfolio are for everybody who is signed in to look at; the sources stay the creator's. */
export const portfolioWorks: WorkReader = async ({ db, work, personId }) => {
  if (personId === null) return 'nothing'
  const shown = await db
    .selectFrom('portfolio_pieces')
    .select('id')
    .where('work_id', '=', work.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'view' : 'nothing'
}
