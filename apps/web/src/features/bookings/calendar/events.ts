import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime.ts'

// Once for the screen with the feed, whose address another tab may have renewed; the shell does not carry it.
const refresh = () => invalidateOnEvent(readCalendarFeed)
on(accountChanged, refresh)
onResync(refresh)
