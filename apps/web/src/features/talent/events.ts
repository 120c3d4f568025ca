import { profileChanged } from '@veranda/contract/talent/events.ts'
import { listTalentReviews, readProfile, readTalent } from '@veranda/contract/talent/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches the user's own page when another tab or a review changed it. */
export function registerTalentEvents(): void {
  on(profileChanged, ({ id }) =>
    invalidateOnEvent(readProfile, { route: readTalent, params: { id } }, { route: listTalentReviews, params: { id } }),
  )
  onResync(() => invalidateOnEvent(readProfile))
}
