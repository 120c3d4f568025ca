import { type RoomOptions, type RoomCanvas, type RoomCanvasEvents } from '../../../three/room/room-canvas.ts'

/** Opens the room canvas in an element and loads its code. Throws without a WebGL context. */
export async function openRoomCanvas(
  host: HTMLElement,
  events: RoomCanvasEvents,
  options: RoomOptions,
): Promise<RoomCanvas> {
  const { openRoomCanvas: openCanvas } = await import('../../../three/room/open-room-canvas.ts')
  return openCanvas(host, events, options)
}
