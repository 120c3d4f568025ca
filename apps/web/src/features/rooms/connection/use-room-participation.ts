import { useEffect, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { type RoomConnectionState } from './room-connection.ts'
import { RoomParticipation, type RoomParticipationOptions } from './room-participation.ts'

/** Keeps the participation in a room open while the component is mounted. */
export function useRoomParticipation(roomId: string, options: RoomParticipationOptions): RoomParticipation | undefined {
  const [participation, setParticipation] = useState<RoomParticipation>()
  const { device, muted, microphone } = options
  useEffect(() => {
    const newParticipation = new RoomParticipation(roomId, { device, muted, microphone })
    setParticipation(newParticipation)
    return () => {
      newParticipation.dispose()
      setParticipation(undefined)
    }
    // The options apply on entry; later changes go to the participation.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [roomId, device, microphone])
  return participation
}

export function useRoomConnectionState(participation: RoomParticipation): RoomConnectionState {
  return useStore(participation.connection.state)
}
