import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { type LineState } from './room-line.ts'
import { RoomSession, type SessionWish } from './room-session.ts'

/** Is inside for as long as it is mounted. */
export function useRoomSession(roomId: string, wish: SessionWish): RoomSession | undefined {
  const [session, setSession] = useState<RoomSession>()
  const { device, muted, microphone } = wish
  useEffect(() => {
    const made = new RoomSession(roomId, { device, muted, microphone })
    setSession(made)
    return () => {
      made.end()
      setSession(undefined)
    }
    // What one wished for at the door; later changes go to the session.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [roomId, device, microphone])
  return session
}

export function useLine(session: RoomSession): LineState {
  return useStore(session.line.state)
}
