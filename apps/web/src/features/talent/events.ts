import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { profileChanged, workConsentChanged } from '@veranda/contract/talent/events.ts'
import { readListing } from '@veranda/contract/talent/listing/routes.ts'
import { listTalentReviews, readProfile, readTalent } from '@veranda/contract/talent/routes.ts'
import { on, onResync } from '../../lib/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches the user's own page when another tab or a review changed it, and questions about works when they change. */
export function registerTalentEvents(): void {
  on(profileChanged, ({ id }) =>
    invalidateOnEvent(
      readProfile,
      readListing,
      { route: readTalent, params: { id } },
      { route: listTalentReviews, params: { id } },
    ),
  )
  on(workConsentChanged, () => invalidateOnEvent(listWorkConsents, readListing))
  onResync(() => invalidateOnEvent(readProfile, readListing, listWorkConsents))
}
