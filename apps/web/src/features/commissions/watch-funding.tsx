import { readProject } from '@veranda/contract/commissions/routes.ts'
import { useRead } from '../../lib/query.ts'

/** While a payment is under way its end may come by the provider alone, so the project is asked for often. */
export function WatchFunding({ projectId }: { projectId: string }) {
  useRead(readProject, { params: { id: projectId } }, { every: 1_500 })
  return null
}
