import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { projectChanged } from '@veranda/contract/commissions/events.ts'
import { roomChanged } from '@veranda/contract/rooms/events.ts'
import { listRoomVersions, readRoom } from '@veranda/contract/rooms/routes.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'

// Once for all screens of rooms; the shell does not carry it. A room has the id of its project or booking.
const invalidateRoom = ({ id }: { id: string }) =>
  invalidateOnEvent({ route: readRoom, params: { id } }, { route: listRoomVersions, params: { id } })
on(roomChanged, invalidateRoom)
for (const changed of [bookingChanged, projectChanged]) {
  on(changed, invalidateRoom)
}
onResync(() => invalidateOnEvent(readRoom, listRoomVersions))
