import { distance, signedDistanceToPlane } from '@veranda/core/geometry/vector.ts'
import { useEffect, useRef } from 'react'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ViewerCanvas } from '../../../three/viewer/viewer-canvas.ts'
import marks from '../markers.module.css'
import { type MeasuredPoints } from './measured-points.ts'
import styles from './panel.module.css'

/**
 * Shows the distance, straight and perpendicular to the first surface, with its tolerance: each point may lie
 * `tolerance` from where it is on the original.
 */
export function MeasurementText({ points, tolerance }: { points: MeasuredPoints; tolerance: number }) {
  const t = useTranslations('viewer')
  const lengths = useLengthFormat()
  if (points.length !== 2) return null
  const [from, to] = points
  const length = lengths.millimetres(distance(from.point, to.point))
  const perpendicular = lengths.millimetres(Math.abs(signedDistanceToPlane(to.point, from.point, from.normal)))
  const toleranceText = lengths.tolerance(2 * tolerance)
  return (
    <div className={styles.measure} role="status">
      <strong>{length}</strong>
      <span className={styles.quiet}>{t('measure.tolerance', { tolerance: toleranceText })}</span>
      <span className={styles.quiet}>
        {t('measure.across')} <b>{perpendicular}</b>
      </span>
    </div>
  )
}

/** Draws the line between the picked points over the canvas. */
export function MeasurementOverlay({ canvas, points }: { canvas: ViewerCanvas; points: MeasuredPoints }) {
  const overlay = useRef<SVGSVGElement>(null)
  const line = useRef<SVGLineElement>(null)
  const first = useRef<SVGCircleElement>(null)
  const second = useRef<SVGCircleElement>(null)
  useEffect(() => {
    const updatePositions = () => {
      const screenPoints = points.map((point) => canvas.projectPoint(point.point, point.part))
      // Behind the camera, or on a part that is being animated.
      overlay.current?.toggleAttribute('data-away', screenPoints.includes(undefined))
      for (const [index, circle] of [first.current, second.current].entries()) {
        const screenPoint = screenPoints[index]
        if (!circle || !screenPoint) continue
        circle.setAttribute('cx', String(screenPoint.x))
        circle.setAttribute('cy', String(screenPoint.y))
        line.current?.setAttribute(`x${index + 1}`, String(screenPoint.x))
        line.current?.setAttribute(`y${index + 1}`, String(screenPoint.y))
      }
    }
    updatePositions()
    return canvas.onFrame(updatePositions)
  }, [canvas, points])
  return (
    <svg ref={overlay} className={marks.lines} aria-hidden="true">
      {points.length === 2 && <line ref={line} className={marks.line} />}
      <circle ref={first} className={marks.dot} r={5} />
      {points.length === 2 && <circle ref={second} className={marks.dot} r={5} />}
    </svg>
  )
}
