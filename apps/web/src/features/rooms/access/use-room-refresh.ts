import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { useEffect } from 'react'
import { invalidateReads } from '../../../lib/api/query.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import '../events.ts'

/** The server's clock is known to about this much. */
const clockGraceMs = 250
/** The longest delay of a browser's timer. */
const maxTimerMs = 2_147_483_647

/**
 * Reads a session's room again when it opens and when it ends, which happens by the clock, without an event. Other
 * changes of its booking or project have events.
 */
export function useRoomRefresh(room: Room | undefined): void {
  const opensAt = room?.state === 'early' ? room.opensAt : undefined
  const endsAt = room?.subject.kind === 'booking' ? room.subject.endsAt : undefined
  useEffect(() => {
    const stops = [opensAt, endsAt].map((iso) => (iso === undefined ? undefined : readRoomAt(Date.parse(iso))))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [opensAt, endsAt])
}

/** Reads the room again at a later time of the server's clock, in milliseconds; returns a function that stops it. */
function readRoomAt(at: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (leftMs: number) => {
    timer = setTimeout(
      () => {
        const nextMs = at - serverNow()
        if (nextMs > 0) wait(nextMs)
        else void invalidateReads(readRoom)
      },
      Math.min(leftMs + clockGraceMs, maxTimerMs),
    )
  }
  const leftMs = at - serverNow()
  if (leftMs > 0) wait(leftMs)
  return () => clearTimeout(timer)
}
