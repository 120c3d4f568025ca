import { type KeyboardEvent, useState } from 'react'
import { type Stage } from '../stage/stage.ts'
import { type Tool } from './viewer-tools.tsx'

type Wired = {
  stage: Stage | undefined
  tool: Tool | undefined
  setTool: (tool: Tool | undefined) => void
  press: (x: number, y: number) => void
  mayPin: boolean
  /** Plays or pauses, where there is something to play. */
  move: () => void
}

const arrows: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The keyboard on the stage: turns and moves the work, or the cross while something is pinned or measured. */
export function useStageKeys({ stage, tool, setTool, press, mayPin, move }: Wired) {
  const [at, setAt] = useState<{ x: number; y: number }>()
  const pointing = tool === 'pin' || tool === 'measure'

  function turn(event: KeyboardEvent<HTMLElement>): boolean {
    const arrow = arrows[event.key]
    if (!stage) return false
    if (arrow && event.shiftKey) stage.pan(arrow[0] * 0.04, arrow[1] * 0.04)
    else if (arrow) stage.turn(arrow[0] * 0.13, arrow[1] * 0.1)
    else if (event.key === '+' || event.key === '=') stage.turn(0, 0, 1 / 1.15)
    else if (event.key === '-') stage.turn(0, 0, 1.15)
    else if (event.key === '0') stage.fit()
    else if (event.key === ' ') move()
    else if (event.key === 'm') begin('measure', event.currentTarget)
    else if (event.key === 'p' && mayPin) begin('pin', event.currentTarget)
    else return false
    return true
  }

  function begin(next: Tool, { clientWidth, clientHeight }: HTMLElement) {
    setAt({ x: clientWidth / 2, y: clientHeight / 2 })
    setTool(next)
  }

  function point(event: KeyboardEvent<HTMLElement>): boolean {
    const { clientWidth, clientHeight } = event.currentTarget
    const from = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
    const arrow = arrows[event.key]
    if (arrow) {
      const step = event.shiftKey ? 2 : 16
      setAt({
        x: Math.min(clientWidth, Math.max(0, from.x + arrow[0] * step)),
        y: Math.min(clientHeight, Math.max(0, from.y - arrow[1] * step)),
      })
    } else if (event.key === 'Enter') press(from.x, from.y)
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && tool) {
      setTool(undefined)
    } else if (!(pointing && point(event)) && !turn(event)) return
    // A dialog around the viewer has keys of its own.
    event.preventDefault()
    event.stopPropagation()
  }

  const place = at && { transform: `translate(${at.x}px, ${at.y}px)` }
  return {
    props: { onKeyDown, onPointerDown: () => setAt(undefined) },
    /** Where the cross stands while the keyboard points. */
    cross: pointing ? place : undefined,
  }
}
