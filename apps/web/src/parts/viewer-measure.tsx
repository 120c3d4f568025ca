import { distance, heightAbove } from '@veranda/core/geometry/vector.ts'
import { useEffect, useRef } from 'react'
import { useLengths } from '../lib/format-length.ts'
import { useWords } from '../lib/words.ts'
import { type Hit } from '../stage/pick.ts'
import { type Stage } from '../stage/stage.ts'
import marks from './viewer-marks.module.css'
import styles from './viewer-panel.module.css'

/** None, one or two places; the line goes from the first to the second. */
export type Measured = readonly [] | readonly [Hit] | readonly [Hit, Hit]

/** One more place; a third begins anew. */
export function takePoint(points: Measured, hit: Hit): Measured {
  return points.length === 1 ? [points[0], hit] : [hit]
}

/**
 * How far apart, straight and square to the first surface, and how exact that is: either place may lie `tolerance` from
 * where it is on the original.
 */
export function MeasureText({ points, tolerance }: { points: Measured; tolerance: number }) {
  const t = useWords('viewer')
  const lengths = useLengths()
  if (points.length !== 2) return null
  const [from, to] = points
  const length = lengths.millimetres(distance(from.point, to.point))
  const across = lengths.millimetres(Math.abs(heightAbove(to.point, from.point, from.normal)))
  const exact = lengths.tolerance(2 * tolerance)
  return (
    <div className={styles.measure} role="status">
      <strong>{length}</strong>
      <span className={styles.quiet}>{t('measure.tolerance', { tolerance: exact })}</span>
      <span className={styles.quiet}>
        {t('measure.across')} <b>{across}</b>
      </span>
    </div>
  )
}

/** The line between the places, drawn over the stage. */
export function MeasureMarks({ stage, points }: { stage: Stage; points: Measured; tolerance: number }) {
  const drawing = useRef<SVGSVGElement>(null)
  const line = useRef<SVGLineElement>(null)
  const first = useRef<SVGCircleElement>(null)
  const second = useRef<SVGCircleElement>(null)
  useEffect(() => {
    const follow = () => {
      const spots = points.map((point) => stage.spot(point.point, point.part))
      // Behind the eye, or on a part that is being moved about.
      drawing.current?.toggleAttribute('data-away', spots.includes(undefined))
      for (const [index, mark] of [first.current, second.current].entries()) {
        const spot = spots[index]
        if (!mark || !spot) continue
        mark.setAttribute('cx', String(spot.x))
        mark.setAttribute('cy', String(spot.y))
        line.current?.setAttribute(`x${index + 1}`, String(spot.x))
        line.current?.setAttribute(`y${index + 1}`, String(spot.y))
      }
    }
    follow()
    return stage.onFrame(follow)
  }, [stage, points])
  if (points.length === 0) return null
  return (
    <svg ref={drawing} className={marks.lines} aria-hidden="true">
      {points.length === 2 && <line ref={line} className={marks.line} />}
      <circle ref={first} className={marks.dot} r={5} />
      {points.length === 2 && <circle ref={second} className={marks.dot} r={5} />}
    </svg>
  )
}
