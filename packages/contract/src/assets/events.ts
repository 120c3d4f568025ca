import type * as z from 'zod/mini'
import { assetSummary } from './schemas.ts'

/** To the owner, each time a work comes further: `asset_update`. Volatile and without its parts; the truth is `GET /assets/:id`. */
export const assetUpdate = assetSummary
export type AssetUpdate = z.infer<typeof assetUpdate>
