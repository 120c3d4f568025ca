import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { type FrontDoorCanvas } from '../../../three/front-door/front-door-canvas.ts'
import { type ChairPoint } from '../../../three/front-door/reading-chair.ts'
import chairUrl from './reading-chair.glb?url'
import { type StoryMoment } from './story.ts'
import { StoryPlayer } from './story-player.ts'

/** A pin that the visitor set. */
export type VisitorPin = { readonly number: number; readonly point: ChairPoint }

const maxVisitorPins = 5
/** Time constants of movements that ease out, in milliseconds. */
const explodeEaseMs = 140
const turnEaseMs = 110
const turnBackEaseMs = 220

/** Opens the scene in an element, plays the story in it, and lets the visitor take the chair. */
export function useScene(
  host: RefObject<HTMLElement | null>,
  theme: 'daylight' | 'dusk',
  stoppedAtMs: number | undefined,
) {
  const [player] = useState(() => new StoryPlayer(stoppedAtMs))
  const [canvas, setCanvas] = useState<FrontDoorCanvas>()
  const [moment, setMoment] = useState<StoryMoment>(player.moment)
  const [pins, setPins] = useState<readonly VisitorPin[]>([])
  const [isExploded, setIsExploded] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  // Changed by every frame, so not state.
  const explodeShare = useRef(0)
  const turnLeftDegrees = useRef(0)
  const playback = useStore(player.playback)
  const isInSight = useIsInSight(host)

  /** Advances everything that moves and sets what is drawn. Returns whether another frame should follow. */
  const advance = useEffectEvent((opened: FrontDoorCanvas, frameMs: number): boolean => {
    if (!isInSight) return false
    const elapsedMs = player.advanceTo(frameMs)
    const isPlaying = player.playback.get() === 'playing'
    const explodeTarget = isExploded ? 1 : 0
    explodeShare.current = ease(explodeShare.current, explodeTarget, elapsedMs / explodeEaseMs)
    const turnBefore = turnLeftDegrees.current
    turnLeftDegrees.current = ease(turnBefore, 0, elapsedMs / turnEaseMs)
    if (turnLeftDegrees.current !== turnBefore) opened.turnBy(turnBefore - turnLeftDegrees.current, 0)
    if (isPlaying) opened.easeTurnBack(1 - Math.exp(-elapsedMs / turnBackEaseMs))
    opened.setExplode(explodeShare.current)
    const { moment: next } = player
    opened.setFrame(next)
    setMoment((before) => (hasSameTexts(before, next) ? before : next))
    return isPlaying || explodeShare.current !== explodeTarget || turnLeftDegrees.current !== 0
  })

  useEffect(() => {
    const element = host.current
    if (!element) return
    const controller = new AbortController()
    let opened: FrontDoorCanvas | undefined
    async function open(container: HTMLElement) {
      const { openFrontDoor } = await import('../../../three/front-door/open-front-door.ts')
      const onFrame = (frameMs: number) => opened !== undefined && advance(opened, frameMs)
      opened = await openFrontDoor(container, { chairUrl, theme }, onFrame, controller.signal)
      if (controller.signal.aborted) return opened.dispose()
      opened.setFrame(player.moment)
      opened.attach()
      setCanvas(opened)
      if (stoppedAtMs === undefined && player.playback.get() === 'paused') player.play()
      opened.requestRender()
    }
    open(element).catch((error: unknown) => {
      // The poster stays, and the form never needed the scene.
      if (!controller.signal.aborted) console.warn('front door failed to open', error)
    })
    return () => {
      controller.abort()
      setCanvas(undefined)
      opened?.dispose()
    }
  }, [host, theme, player, stoppedAtMs])

  useEffect(() => {
    player.skipBreak()
    if (isInSight) canvas?.requestRender()
  }, [canvas, isInSight, player])

  /** Stops the story where it is: the chair is the visitor's. */
  function take() {
    player.pause()
    player.skipBreak()
    setIsTaken(true)
    canvas?.requestRender()
  }

  function addPin(point: ChairPoint | undefined) {
    if (!point) return
    take()
    setPins((before) => [...before, { number: (before.at(-1)?.number ?? 1) + 1, point }].slice(-maxVisitorPins))
  }

  return {
    canvas,
    moment,
    pins,
    playback,
    isExploded,
    isTaken,
    play() {
      if (player.playback.get() === 'ended') setPins([])
      setIsExploded(false)
      setIsTaken(false)
      turnLeftDegrees.current = 0
      player.play()
      canvas?.requestRender()
    },
    pause: () => player.pause(),
    dragBy(yawDegrees: number, pitchDegrees: number) {
      take()
      canvas?.turnBy(yawDegrees, pitchDegrees)
    },
    turnBy(degrees: number) {
      turnLeftDegrees.current += degrees
      take()
    },
    pinAt: (x: number, y: number) => addPin(canvas?.pick(x, y)),
    pinMiddle: () => addPin(canvas?.pickMiddle()),
    toggleExplode() {
      setIsExploded(!isExploded)
      take()
    },
  }
}

/** Returns whether an element is within the window and the tab is shown. */
function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setIsWithin] = useState(true)
  const [isTabShown, setIsTabShown] = useState(!document.hidden)

  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver((entries) => setIsWithin(entries.at(-1)?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  useEffect(() => {
    const update = () => setIsTabShown(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])

  return isWithin && isTabShown
}

/** Moves a value towards its target; close to it, onto it. */
function ease(value: number, target: number, elapsedShare: number): number {
  const next = target + (value - target) * Math.exp(-elapsedShare)
  return Math.abs(next - target) < 0.002 ? target : next
}

/** Returns whether two moments show the same texts; only these are drawn by React. */
function hasSameTexts(a: StoryMoment, b: StoryMoment): boolean {
  return (
    a.beat === b.beat &&
    a.version === b.version &&
    a.approval === b.approval &&
    a.pinFixed === b.pinFixed &&
    a.pinDrop > 0 === b.pinDrop > 0 &&
    a.pinLabelVisible === b.pinLabelVisible &&
    a.raiseLabelVisible === b.raiseLabelVisible &&
    a.protectionLabelVisible === b.protectionLabelVisible
  )
}
