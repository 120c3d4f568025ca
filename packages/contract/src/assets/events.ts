import * as z from 'zod/mini'
import { unfinishedAssetStates } from '@veranda/core/assets/upload-rules.ts'
import { id } from '../shared-schemas.ts'
import { changeEvent, serverEvent } from '../realtime/socket-event.ts'

/** To the owner of an asset when it reaches another state. */
export const assetChanged = changeEvent('asset:changed', {})

/** To the owner while an asset is converted, from the node that converts it. Not stored: `asset:changed` follows. */
export const assetProgressed = serverEvent(
  'asset:progress',
  z.object({ id, state: z.enum(unfinishedAssetStates), progress: z.number() }),
)
