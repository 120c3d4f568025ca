import { assetChanged } from '@veranda/contract/assets/events.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { useRead } from '../../lib/api/query.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { on } from '../../lib/realtime.ts'

// Registered here, because only screens that show an asset load this module and the routes of assets.
on(assetChanged, ({ id }) => invalidateOnEvent({ route: readAsset, params: { id } }))

/** Reads an asset, and reads it again when it changes. Without an id nothing is read. */
export function useAsset(id: string | undefined) {
  return useRead(readAsset, { params: { id: id ?? '' } }, { enabled: id !== undefined })
}
