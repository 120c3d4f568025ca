import { profileChanged } from '@veranda/contract/talent/events.ts'
import { listCreatorReviews, readProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches the user's own page when another tab or a review changed it. */
export function registerTalentEvents(): void {
  on(profileChanged, ({ id }) =>
    invalidateOnEvent(
      readProfile,
      { route: readCreator, params: { id } },
      { route: listCreatorReviews, params: { id } },
    ),
  )
  onResync(() => invalidateOnEvent(readProfile))
}
