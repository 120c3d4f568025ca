import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'

// Another tab may have renewed the address. Registered by the card, so that it is not part of the shell's bundle.
const refresh = () => invalidateOnEvent(readCalendarFeed)
on(accountChanged, refresh)
onResync(refresh)
