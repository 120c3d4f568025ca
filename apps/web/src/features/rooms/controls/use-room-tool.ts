import { useEffect, useState } from 'react'
import { type RoomCanvas, type RoomTool, roomTools } from '../../../three/room/room-canvas.ts'

/** Holds the selected tool for the page and the canvas; resets it when it is no longer allowed. */
export function useRoomTool(canvas: RoomCanvas | undefined, isHost: boolean, canPin: boolean) {
  const [tool, setTool] = useState<RoomTool>('look')
  const notAllowed = !allowedTools(isHost, canPin).includes(tool)

  function chooseTool(next: RoomTool) {
    setTool(next)
    canvas?.setTool(next)
  }

  useEffect(() => {
    if (notAllowed) chooseTool('look')
    // `chooseTool` is a new function on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [notAllowed])

  return { tool, chooseTool }
}

/** Returns the tools a user may use: hosts all of them, but pins only with `canPin`. */
export function allowedTools(isHost: boolean, canPin: boolean): RoomTool[] {
  return roomTools.filter((tool) => tool === 'look' || (isHost && (tool !== 'pin' || canPin)))
}
