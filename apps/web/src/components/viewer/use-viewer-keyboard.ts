import { type KeyboardEvent, useState } from 'react'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { type ViewerTool } from './tools/toolbar.tsx'

type KeyboardOptions = {
  canvas: ViewerCanvas | undefined
  tool: ViewerTool | undefined
  setTool: (tool: ViewerTool | undefined) => void
  onPress: (x: number, y: number) => void
  canPin: boolean
  /** Plays or pauses the animation, if there is one. */
  onToggleAnimation: () => void
  /** Turns the light around the model by a share of a whole turn. */
  onTurnLight: (by: number) => void
}

/** A press turns the light by 15 degrees. */
const lightStep = 1 / 24

const arrowKeys: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Handles the keyboard on the canvas: orbits and pans, or moves the crosshair while pinning or measuring. */
export function useViewerKeyboard({
  canvas,
  tool,
  setTool,
  onPress,
  canPin,
  onToggleAnimation,
  onTurnLight,
}: KeyboardOptions) {
  const [crosshair, setCrosshair] = useState<{ x: number; y: number }>()
  const picking = tool === 'pin' || tool === 'measure'

  function handleOrbitKey(event: KeyboardEvent<HTMLElement>): boolean {
    const arrow = arrowKeys[event.key]
    if (!canvas) return false
    if (arrow && event.shiftKey) canvas.pan(arrow[0] * 0.04, arrow[1] * 0.04)
    else if (arrow) canvas.orbit(arrow[0] * 0.13, arrow[1] * 0.1)
    else if (event.key === '+' || event.key === '=') canvas.orbit(0, 0, 1 / 1.15)
    else if (event.key === '-') canvas.orbit(0, 0, 1.15)
    else if (event.key === '0') canvas.fit()
    else if (event.key === ' ') onToggleAnimation()
    else if (event.key === ',') onTurnLight(-lightStep)
    else if (event.key === '.') onTurnLight(lightStep)
    else if (event.key === 'm') startTool('measure', event.currentTarget)
    else if (event.key === 'p' && canPin) startTool('pin', event.currentTarget)
    else return false
    return true
  }

  function startTool(next: ViewerTool, { clientWidth, clientHeight }: HTMLElement) {
    setCrosshair({ x: clientWidth / 2, y: clientHeight / 2 })
    setTool(next)
  }

  function handleCrosshairKey(event: KeyboardEvent<HTMLElement>): boolean {
    const { clientWidth, clientHeight } = event.currentTarget
    const from = crosshair ?? { x: clientWidth / 2, y: clientHeight / 2 }
    const arrow = arrowKeys[event.key]
    if (arrow) {
      const step = event.shiftKey ? 2 : 16
      setCrosshair({
        x: Math.min(clientWidth, Math.max(0, from.x + arrow[0] * step)),
        y: Math.min(clientHeight, Math.max(0, from.y - arrow[1] * step)),
      })
    } else if (event.key === 'Enter') onPress(from.x, from.y)
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && tool) {
      setTool(undefined)
    } else if (!(picking && handleCrosshairKey(event)) && !handleOrbitKey(event)) return
    // A dialog around the viewer has its own shortcuts.
    event.preventDefault()
    event.stopPropagation()
  }

  const crosshairStyle = crosshair && { transform: `translate(${crosshair.x}px, ${crosshair.y}px)` }
  return {
    props: { onKeyDown, onPointerDown: () => setCrosshair(undefined) },
    /** Position of the crosshair while the keyboard picks a point. */
    crosshair: picking ? crosshairStyle : undefined,
  }
}
