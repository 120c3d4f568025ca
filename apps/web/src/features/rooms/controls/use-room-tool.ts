import { useEffect, useState } from 'react'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type RoomCanvas, type RoomTool, roomTools } from '../../../three/room/room-canvas.ts'

/** Holds the selected tool for the page and the canvas; resets it when it is no longer allowed. */
export function useRoomTool(canvas: RoomCanvas | undefined, can: CanInRoom, canPin: boolean) {
  const [tool, setTool] = useState<RoomTool>('look')
  const notAllowed = !allowedTools(can, canPin).includes(tool)

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

const actionOfTool = { measure: 'measure', pen: 'draw', place: 'place' } as const

/** Returns the tools a user may use, by their actions in the room and on the version in the scene. */
export function allowedTools(can: CanInRoom, canPin: boolean): RoomTool[] {
  return roomTools.filter((tool) => tool === 'look' || (tool === 'pin' ? canPin : can(actionOfTool[tool])))
}
