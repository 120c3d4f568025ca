import { createHash } from 'node:crypto'
import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { type DisputeEvidence } from '@veranda/contract/commissions/disputes/schemas.ts'
import { canonicalJson } from '@veranda/core/canonical-json.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { type DisputeId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { adminRoles, permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { type AssetRow, toAssetSummaryDto } from '../../../platform/assets/asset.presenter.ts'
import { findOwnReadyAssets } from '../../../platform/assets/asset.repository.ts'
import { jsonEpochMs } from '../json-timestamp.ts'
import { toPlainText } from '../pins/pin-message.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'

/** The evidence that a side names: its own text and files, and versions, pins and messages by reference. */
export type NamedEvidence = {
  readonly text: string
  readonly assetIds: readonly string[]
  readonly deliverableIds: readonly string[]
  readonly pinIds: readonly string[]
  readonly messageIds: readonly string[]
}

/** The evidence as it is frozen: all of it as it was at that moment. */
export type EvidenceSnapshot = Pick<DisputeEvidence, 'text' | 'versions' | 'pins' | 'messages'> & {
  readonly files: (Attachment & { readonly sha256: string })[]
}

/** A snapshot as it is stored, with the SHA-256 of its canonical text. */
export type FrozenEvidence = { readonly snapshot: string; readonly hash: string; readonly assetIds: readonly string[] }

/**
 * Freezes the evidence of one side. Refuses asset.not-ready (invalid) for files that are not the actor's own, and
 * dispute.evidence-not-found (not-found) for a version, pin or message that the actor cannot see; each names its field.
 */
export async function freezeEvidence(
  ctx: CommandContext,
  { milestone, agreement }: { readonly milestone: Milestone; readonly agreement: Agreement },
  named: NamedEvidence,
): Promise<Result<FrozenEvidence>> {
  const assetIds = [...new Set(named.assetIds)]
  const files = await findFiles(ctx, assetIds)
  if (!files.ok) return files
  const versions = await findVersions(ctx, milestone.id, named.deliverableIds)
  if (!versions.ok) return versions
  const pins = await findPins(ctx, milestone.id, named.pinIds)
  if (!pins.ok) return pins
  const messages = await findMessages(ctx, agreement, named.messageIds)
  if (!messages.ok) return messages
  const frozen: EvidenceSnapshot = {
    text: named.text,
    files: files.value,
    versions: versions.value,
    pins: pins.value,
    messages: messages.value,
  }
  const snapshot = canonicalJson(frozen)
  return ok({ snapshot, hash: createHash('sha256').update(snapshot).digest('hex'), assetIds })
}

/** Stores the evidence of a side, once. */
export async function insertEvidence(
  { tx, actor, clock }: CommandContext,
  disputeId: DisputeId,
  side: 'client' | 'creator',
  { snapshot, hash, assetIds }: FrozenEvidence,
): Promise<void> {
  await tx
    .insertInto('dispute_evidence')
    .values({ dispute_id: disputeId, side, author_id: actor.id, snapshot, hash, created_at: new Date(clock.now()) })
    .execute()
  const rows = assetIds.map((assetId, position) => ({ dispute_id: disputeId, side, position, asset_id: assetId }))
  if (rows.length > 0) await tx.insertInto('dispute_assets').values(rows).execute()
}

async function findFiles(
  { tx, actor }: CommandContext,
  ids: readonly string[],
): Promise<Result<EvidenceSnapshot['files']>> {
  const found = await findOwnReadyAssets(tx, actor.id, ids)
  const files: EvidenceSnapshot['files'] = []
  for (const [index, assetId] of ids.entries()) {
    const asset = found.find((one) => one.id === assetId)
    if (!asset?.sha256) return refuse('asset.not-ready', 'invalid', { field: `assetIds.${index}` })
    files.push({ ...toFile(asset), sha256: asset.sha256 })
  }
  return ok(files)
}

function toFile(asset: AssetRow): Attachment {
  const { id, name, kind, bytes, thumbnail } = toAssetSummaryDto(asset, 'view')
  return { id, name, kind, bytes, thumbnail }
}

/** Returns the found rows in the order of the ids; refuses dispute.evidence-not-found at the first that is missing. */
function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
  field: string,
): Result<Row[]> {
  const ordered: Row[] = []
  for (const [index, wanted] of ids.entries()) {
    const row = rows.find(({ id }) => id === wanted)
    if (!row) return refuse('dispute.evidence-not-found', 'not-found', { field: `${field}.${index}` })
    ordered.push(row)
  }
  return ok(ordered)
}

async function findVersions({ tx, actor }: CommandContext, milestoneId: string, named: readonly string[]) {
  const ids = [...new Set(named)]
  const { rows } = await sql<EvidenceSnapshot['versions'][number]>`
    select d.id, d.number, d.hash, d.state from deliverables d
    where d.id = any(${ids}::uuid[]) and d.milestone_id = ${milestoneId}
      and (d.state <> 'draft' or d.created_by = ${actor.id})`.execute(tx)
  return inOrder(ids, rows, 'deliverableIds')
}

async function findPins({ tx }: CommandContext, milestoneId: string, named: readonly string[]) {
  const ids = [...new Set(named)]
  type Row = Omit<EvidenceSnapshot['pins'][number], 'isChange'> & { kind: string; milliseconds: number | null }
  const { rows } = await sql<Row>`
    select p.id, p.number, p.state, p.kind, u.name as author, s.text, v.milliseconds
    from pins p join users u on u.id = p.author_id
      cross join lateral (
        select id, text from pin_messages where pin_id = p.id
        order by id = p.request_message_id desc nulls last, created_at, id limit 1) s
      left join voice_notes v on v.message_id = s.id
    where p.id = any(${ids}::uuid[]) and p.milestone_id = ${milestoneId} and p.removed_at is null`.execute(tx)
  const found = rows.map(({ kind, milliseconds, text, ...pin }) => ({
    ...pin,
    isChange: kind === 'change',
    text: toPlainText({ text, milliseconds }),
  }))
  return inOrder(ids, found, 'pinIds')
}

/** Finds messages of the project's chat and of the direct conversation of the two, as far as the actor reads them. */
async function findMessages({ tx, actor }: CommandContext, agreement: Agreement, named: readonly string[]) {
  const ids = [...new Set(named)]
  const { projectId, clientId, creatorId } = agreement
  const { rows } = await sql<{ id: string; author: string; text: string; at: Instant; is_direct: boolean }>`
    select m.id, u.name as author, m.text, ${jsonEpochMs('m.created_at')} as at, c.kind = 'direct' as is_direct
    from messages m join conversations c on c.id = m.conversation_id join users u on u.id = m.sender_id
      join conversation_members x on x.conversation_id = c.id and x.user_id = ${actor.id} and x.left_at is null
    where m.id = any(${ids}::uuid[]) and m.deleted_at is null and (c.project_id = ${projectId} or c.direct_key =
      least(${clientId}::text collate "C", ${creatorId}::text collate "C") || ':' ||
      greatest(${clientId}::text collate "C", ${creatorId}::text collate "C"))`.execute(tx)
  const found = rows.map(({ is_direct: isDirect, at, ...message }) => ({ ...message, at: toIso(at), isDirect }))
  return inOrder(ids, found, 'messageIds')
}

/** Lets both sides, and the admins who decide disputes, view and download the files of the evidence. */
export const disputeFileReader: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const roles = adminRoles.filter((role) => permissionsOf([role]).includes('decide-disputes'))
  const { rows } = await sql`
    select from dispute_assets x join disputes d on d.id = x.dispute_id join milestones m on m.id = d.milestone_id
    where x.asset_id = ${asset.id} and (${userId} in (m.client_id, m.creator_id) or exists (
      select from users u where u.id = ${userId} and u.is_admin and u.admin_roles && ${roles}::text[]))
    limit 1`.execute(db)
  return rows.length > 0 ? 'shared' : 'none'
}
