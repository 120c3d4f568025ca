import { useEffect, useState } from 'react'
import { type RoomStage, type RoomTool } from '../../parts/room-stage.ts'
import { ownTools } from './own-tools.ts'

/** The tool in hand, on the page and on the stage. Who may not use it any more has none from then on. */
export function useTool(stage: RoomStage | undefined, mayHost: boolean, mayPin: boolean) {
  const [tool, setTool] = useState<RoomTool>('look')
  const unheld = !ownTools(mayHost, mayPin).includes(tool)

  function chooseTool(next: RoomTool) {
    setTool(next)
    stage?.setTool(next)
  }

  useEffect(() => {
    if (unheld) chooseTool('look')
    // `chooseTool` is another function with every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [unheld])

  return { tool, chooseTool }
}
