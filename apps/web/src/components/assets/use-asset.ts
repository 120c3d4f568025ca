import { readAsset } from '@veranda/contract/assets/routes.ts'
import { useRead } from '../../lib/api/query.ts'

/** Reads an asset, and reads it again when it changes. Without an id nothing is read. */
export function useAsset(id: string | undefined) {
  return useRead(readAsset, { params: { id: id ?? '' } }, { enabled: id !== undefined })
}
