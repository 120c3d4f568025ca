import { useEffect, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { type RoomConnectionState } from './room-connection.ts'
import { RoomSession, type RoomSessionOptions } from './room-session.ts'

/** Keeps a room session open while the component is mounted. */
export function useRoomSession(roomId: string, options: RoomSessionOptions): RoomSession | undefined {
  const [session, setSession] = useState<RoomSession>()
  const { device, muted, microphone } = options
  useEffect(() => {
    const newSession = new RoomSession(roomId, { device, muted, microphone })
    setSession(newSession)
    return () => {
      newSession.dispose()
      setSession(undefined)
    }
    // The options apply on entry; later changes go to the session.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [roomId, device, microphone])
  return session
}

export function useConnectionState(session: RoomSession): RoomConnectionState {
  return useStore(session.connection.state)
}
