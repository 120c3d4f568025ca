import { type PublicWork } from '@veranda/contract/talent/explore/schemas.ts'
import { cx } from '@veranda/ui/cx.ts'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLiveModel } from '../../../components/viewer/live-model.ts'
import { wantsLess } from '../../../lib/wants-less.ts'
import { hasWebgl } from '../../../lib/webgl-support.ts'
import styles from './turning-work.module.css'

/** A pointer that only passes by loads nothing. */
const restMs = 160
/** Radians for the whole width of the picture. */
const turnAcross = 2.4

type Props = {
  work: PublicWork
  /** The first pictures of a page are its largest content. */
  eager: boolean
  className: string | undefined
  /** Below the picture; a mouse on it turns the work, too. */
  children: ReactNode
}

/**
 * Shows a work's picture as the head of a list item, and turns the work itself while a mouse rests on the item. A
 * turntable, once works have one, replaces the model here.
 */
export function TurningWork({ work, eager, className, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const lastX = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOn, setIsOn] = useState(false)
  const { state, canvas } = useLiveModel(host, work.model?.url, isOn)
  useEffect(() => () => clearTimeout(timer.current), [])

  function enter(event: PointerEvent) {
    if (work.model === null || event.pointerType !== 'mouse' || wantsLess() || !hasWebgl()) return
    timer.current = setTimeout(() => setIsOn(true), restMs)
  }

  function move(event: PointerEvent) {
    const width = host.current?.clientWidth ?? 1
    const before = lastX.current ?? event.clientX
    lastX.current = event.clientX
    canvas?.orbit((-(event.clientX - before) / width) * turnAcross, 0)
  }

  function leave() {
    clearTimeout(timer.current)
    lastX.current = undefined
    setIsOn(false)
  }

  return (
    <li className={className} onPointerEnter={enter} onPointerMove={move} onPointerLeave={leave}>
      <div className={styles.work}>
        <img
          className={cx(styles.picture, state === 'ready' && styles.behind)}
          src={work.image}
          alt=""
          width={work.width}
          height={work.height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
        />
        <div ref={host} className={cx(styles.canvas, state === 'ready' && styles.shown)} aria-hidden="true" />
      </div>
      {children}
    </li>
  )
}
