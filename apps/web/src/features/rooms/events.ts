import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { projectChanged } from '@veranda/contract/commissions/events.ts'
import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { on, onResync } from '../../lib/realtime.ts'

// Once for all screens of rooms; the shell does not carry it. A room has the id of its project or booking.
for (const changed of [bookingChanged, projectChanged]) {
  on(changed, ({ id }) => invalidateOnEvent({ route: readRoom, params: { id } }))
}
onResync(() => invalidateOnEvent(readRoom))
