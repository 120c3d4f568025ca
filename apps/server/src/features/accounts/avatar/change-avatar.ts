import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type ChangeAvatarBody } from '@veranda/contract/accounts/avatar/schemas.ts'
import {
  avatarEdgePixels,
  type AvatarCrop,
  centredCrop,
  checkAvatarCrop,
} from '@veranda/core/accounts/avatar/avatar.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { findOwnImage } from '../../../platform/assets/stored-files/find-own-image.ts'
import { imageStorageKey } from '../../../platform/assets/stored-files/image-bytes.ts'
import { cropImage, previewMediaType } from '../../../platform/assets/stored-files/prepare-image.ts'
import { expireIfUnused, storeWrittenImage } from '../../../platform/assets/stored-files/store-image.ts'
import { writeImageBytes } from '../../../platform/assets/stored-files/write-image-bytes.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { toAccountDto } from '../user.presenter.ts'
import { findOpenUser, type UserRow } from '../user.repository.ts'

/** Time in milliseconds for which a former avatar, and the picture that it was cut from, are kept for the user alone. */
const formerAvatarRetentionMs = day

type OwnImage = Extract<Awaited<ReturnType<typeof findOwnImage>>, { ok: true }>['value']

/**
 * Shows the caller with a square part of an image that they uploaded, encoded again. The image is decoded before the
 * transaction. Repeating the call changes nothing. Error codes name the field: those of `findOwnImage` and
 * `checkAvatarCrop`; and file.quota-exceeded.
 */
export async function changeAvatar(
  ctx: Omit<CommandContext, 'tx'>,
  { fileId, crop: wanted }: ChangeAvatarBody,
): Promise<Result<Account>> {
  const { actor, deps } = ctx
  const source = await findOwnImage(deps.db, actor.id, fileId, 'fileId')
  if (!source.ok) return source
  const crop = checkAvatarCrop(wanted ?? centredCrop(source.value), source.value)
  if (!crop.ok) return crop
  if (isFinished(source.value, crop.value)) {
    return transact(deps, (tx) => showWith({ ...ctx, tx }, source.value, () => Promise.resolve(ok(source.value))))
  }
  const bytes = await deps.gateways.storage.get(imageStorageKey(source.value.sha256, 'full'))
  if (!bytes) return refuse('file.not-found', 'not-found', { field: 'fileId' })
  const image = await cropImage(bytes, crop.value, avatarEdgePixels)
  if (!image.ok) return refuse(image.refusal.code, image.refusal.kind, { field: 'fileId' })
  const { sha256 } = image.value
  const file = { ownerId: actor.id, fileId: deps.ids.next(), name: 'avatar.webp' }
  await writeImageBytes(deps, file.fileId, image.value)
  return transact(deps, (tx) =>
    showWith({ ...ctx, tx }, source.value, async (shown) =>
      shown?.sha256 === sha256 ? ok(shown) : storeWrittenImage({ tx, deps }, file, image.value),
    ),
  )
}

/** Shows the caller with the first letter of their name again; does nothing without an avatar. */
export async function removeAvatar(ctx: CommandContext): Promise<Result<Account>> {
  const user = await lockUser(ctx)
  if (!user) return refuse('account.not-found', 'not-found')
  return ok(await saveAvatar(ctx, user, null))
}

/** Returns whether an image is what its crop would become, as an avatar that is shown again. */
function isFinished(
  { media_type: mediaType, width, height, embedded_metadata }: OwnImage,
  { size }: AvatarCrop,
): boolean {
  const carriesNothing = Object.values(embedded_metadata ?? { unread: true }).every(
    (value) => value === null || value === false,
  )
  return (
    mediaType === previewMediaType && width === size && height === size && size <= avatarEdgePixels && carriesNothing
  )
}

/** Shows the caller with the file that `prepare` returns, given the one they are shown with, if the source still exists. */
async function showWith(
  ctx: CommandContext,
  source: OwnImage,
  prepare: (shown: OwnImage | undefined) => Promise<Result<{ id: string }>>,
): Promise<Result<Account>> {
  const user = await lockUser(ctx)
  if (!user) return refuse('account.not-found', 'not-found')
  // Locked, so that it is not deleted as unused meanwhile.
  if (!(await lockFile(ctx.tx, source.id))) return refuse('file.not-found', 'not-found', { field: 'fileId' })
  const file = await prepare(user.avatar_file === null ? undefined : await lockFile(ctx.tx, user.avatar_file))
  if (!file.ok) return file
  if (source.id !== file.value.id) await giveUp(ctx, source.id)
  return ok(await saveAvatar(ctx, user, file.value.id))
}

async function saveAvatar(ctx: CommandContext, user: UserRow, fileId: string | null): Promise<Account> {
  const { tx, actor, deps } = ctx
  const { avatar_file: former } = user
  if (former === fileId) return toAccountDto(tx, user, actor)
  const now = deps.clock.now()
  const change = { avatar_file: fileId, updated_at: new Date(now) }
  await tx.updateTable('users').set(change).where('id', '=', actor.id).execute()
  if (former !== null) await giveUp(ctx, former)
  const event = { type: 'account.changed', data: { userId: actor.id, fields: ['avatar'] } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at: now })
  return toAccountDto(tx, { ...user, avatar_file: fileId }, actor)
}

/** Lets a file expire that the user is not shown with any more; whatever else uses it keeps it. */
function giveUp({ tx, deps }: CommandContext, fileId: string): Promise<void> {
  return expireIfUnused(tx, fileId, after(deps.clock.now(), formerAvatarRetentionMs))
}

/** Locks the caller's row, so that two changes follow each other. */
async function lockUser({ tx, actor }: CommandContext): Promise<UserRow | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().executeTakeFirst()
  return findOpenUser(tx, actor.id)
}

function lockFile(tx: Tx, id: string): Promise<OwnImage | undefined> {
  return tx.selectFrom('stored_files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
