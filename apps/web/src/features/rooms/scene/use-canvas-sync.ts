import { useEffect } from 'react'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'

/** Connects the canvas to the room: participants, poses, grabs and the positions of voices. */
export function useCanvasSync(
  canvas: RoomCanvas | undefined,
  participation: RoomParticipation,
  connection: RoomConnectionState,
): void {
  const { status, participantSlot, participants, grabs } = connection
  useEffect(() => {
    participation.attachCanvas(canvas)
    return () => participation.attachCanvas(undefined)
  }, [participation, canvas])
  useEffect(() => participation.connection.onBatch((batch) => canvas?.receivePoses(batch)), [participation, canvas])
  useEffect(() => {
    if (participantSlot !== undefined) canvas?.setLocalParticipantSlot(participantSlot)
    canvas?.setParticipants([...participants.values()])
  }, [canvas, participantSlot, participants])
  useEffect(() => canvas?.setGrabHolder(grabs.get('placement')), [canvas, grabs])
  useEffect(() => {
    // The server lets go of what a lost connection had grabbed, so another participant may have it by now.
    if (status === 'joined') return
    canvas?.cancelGrab()
    canvas?.clearLiveStrokes()
  }, [canvas, status])
  useEffect(
    () =>
      participation.connection.onMessage((message) => {
        if (message.name === 'drag') canvas?.glidePlacementTo(message.placement)
        if (message.name === 'stroke') canvas?.showLiveStroke(message.by, message)
        if (message.name === 'stroke-end') canvas?.endLiveStroke(message.by, message.key, message.kept)
        if (message.name === 'left') canvas?.endLiveStroke(message.participantSlot, undefined, false)
      }),
    [participation, canvas],
  )
}
