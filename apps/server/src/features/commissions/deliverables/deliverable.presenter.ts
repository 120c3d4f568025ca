import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import {
  type AcceptanceLimits,
  compareWithAcceptanceLimits,
  withImages,
} from '@veranda/core/assets/acceptance-limits.ts'
import { deliverableActionsFor, type MilestoneForVersions } from '@veranda/core/commissions/actions.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { storedFileUrl, fullStoredFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { toDeliveredAsset } from '../../../platform/assets/asset.repository.ts'
import { toAssetSummaryDto, type AssetSummaryRow, assetSummaryJson } from '../../../platform/assets/asset.presenter.ts'
import { jsonEpochMs } from '../json-timestamp.ts'

/** A version as selected by `deliverablesJson`. */
export type DeliverableRow = Omit<Deliverable, 'files' | 'assets' | 'limits' | 'createdAt' | 'actions'> & {
  files: Omit<Deliverable['files'][number], 'url' | 'sourceUrl'>[]
  assets: AssetSummaryRow[]
  at: Instant
}

/** Selects the versions of milestone `m` with their files as one JSON column, ordered by number. */
export const deliverablesJson = sql<DeliverableRow[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'hash', d.hash, 'notes', d.notes,
    'state', d.state, 'at', ${jsonEpochMs('d.created_at')},
    'files', (
      select coalesce(json_agg(json_build_object('id', f.id, 'hash', f.sha256, 'mediaType', f.media_type, 'bytes', f.bytes,
        'width', f.width, 'height', f.height, 'name', f.name, 'embeddedMetadata', f.embedded_metadata) order by x.position), '[]')
      from deliverable_files x join stored_files f on f.id = x.file_id where x.deliverable_id = d.id
    ), 'assets', (
      select coalesce(json_agg(${assetSummaryJson} order by x.position), '[]')
      from deliverable_assets x join assets w on w.id = x.asset_id left join asset_sources o on o.sha256 = w.sha256
      where x.deliverable_id = d.id
    )) order by d.number), '[]')
  from deliverables d where d.milestone_id = m.id
)`

/**
 * Maps a version to its DTO, with the check of every agreed limit and, for those who may have them, the source URLs.
 */
export function toDeliverableDto(
  { at, files, assets, ...row }: DeliverableRow,
  milestone: MilestoneForVersions & { readonly limits: AcceptanceLimits | null },
  viewerRole: 'client' | 'creator',
  paymentsOn: boolean,
): Deliverable {
  const { limits } = milestone
  // The creator may always download the sources, the client after the release.
  const canDownload = viewerRole === 'creator' || milestone.state === 'released'
  return {
    ...row,
    files: files.map(({ embeddedMetadata, ...file }) => ({
      ...file,
      ...(canDownload ? { embeddedMetadata } : {}),
      url: storedFileUrl(file.id) ?? '',
      sourceUrl: canDownload ? fullStoredFileUrl(file.id) : null,
    })),
    assets: assets.map((asset) => toAssetSummaryDto(asset, canDownload ? 'source' : 'view')),
    limits: limits ? compareWithAcceptanceLimits(limits, withImages(assets.map(toDeliveredAsset), files)) : [],
    createdAt: toIso(at),
    actions: offerableActions(deliverableActionsFor(row, milestone, viewerRole), paymentsOn),
  }
}
