import { assetChanged } from '@veranda/contract/assets/events.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { on } from '../../lib/realtime/realtime.ts'

/** Refetches an asset that is shown anywhere once it is checked, refused or has another rendition. */
export function registerAssetEvents(): void {
  on(assetChanged, ({ id }) => invalidateOnEvent({ route: readAsset, params: { id } }))
}
