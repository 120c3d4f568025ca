import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { profileChanged, workConsentChanged } from '@veranda/contract/talent/events.ts'
import { readListing } from '@veranda/contract/talent/listing/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'

// Once for all screens with a listing or a question, which few sessions open; the shell does not carry it.
on(profileChanged, () => invalidateOnEvent(readListing))
on(workConsentChanged, () => invalidateOnEvent(listWorkConsents, readListing))
onResync(() => invalidateOnEvent(listWorkConsents, readListing))
