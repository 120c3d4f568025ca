import { turntable as layout } from '@veranda/core/assets/turntable.ts'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { wantsLess } from '../../lib/device/wants-less.ts'

/** A pointer that only passes by loads nothing. */
const restMs = 150
/** The keyboard turns a model once around, within the five seconds that things may move without a way to stop them. */
const wholeTurnMs = 3600

/** The image with all sides, and how far the model is turned; 1 is a whole turn, less than 0 the other way round. */
export type Turn = { readonly url: string; readonly turned: number }

/**
 * Turns the pictures of a model on a turntable. Spread `trigger` on the element whose pointer or focus turns it, and hand
 * `turn` to its picture. A mouse that moves turns the model: from one edge to the other is a whole turn. Keyboard focus
 * turns it once around. The image with all sides is loaded only then; until it is there `turn` is undefined, and so it
 * stays under a finger and for visitors who asked for less motion or less data.
 */
export function useTurntable(url: string | null) {
  const [turnedBy, setTurnedBy] = useState<'mouse' | 'keyboard'>()
  const [turned, setTurned] = useState(0)
  const [loaded, setLoaded] = useState<string>()
  const enteredAt = useRef(0)
  const isLoaded = url !== null && loaded === url
  const turnsOnItsOwn = isLoaded && turnedBy === 'keyboard'

  useEffect(() => {
    if (url === null || turnedBy === undefined || isLoaded) return
    const timer = setTimeout(() => {
      const sprite = new Image()
      sprite.src = url
      // Without it the picture stays as it is.
      void sprite.decode().then(
        () => setLoaded(url),
        () => undefined,
      )
    }, restMs)
    return () => clearTimeout(timer)
  }, [url, turnedBy, isLoaded])

  useEffect(() => {
    if (!turnsOnItsOwn) return
    let frame = 0
    const timer = setInterval(() => {
      frame += 1
      setTurned(frame / layout.frames)
      if (frame === layout.frames) setTurnedBy(undefined)
    }, wholeTurnMs / layout.frames)
    return () => clearInterval(timer)
  }, [turnsOnItsOwn])

  function start(by: 'mouse' | 'keyboard') {
    if (url === null || wantsLess()) return
    setTurned(0)
    setTurnedBy(by)
  }
  const stop = () => setTurnedBy(undefined)

  const turn: Turn | undefined = isLoaded && turnedBy !== undefined ? { url, turned } : undefined
  const trigger = {
    onPointerEnter({ clientX, pointerType }: PointerEvent) {
      if (pointerType !== 'mouse') return
      enteredAt.current = clientX
      start('mouse')
    },
    onPointerMove({ clientX, currentTarget }: PointerEvent) {
      if (turnedBy === 'mouse') setTurned((clientX - enteredAt.current) / currentTarget.clientWidth)
    },
    onPointerLeave: stop,
    onFocus({ target }: FocusEvent) {
      if (target.matches(':focus-visible')) start('keyboard')
    },
    onBlur: stop,
  }
  return { turn, trigger }
}
