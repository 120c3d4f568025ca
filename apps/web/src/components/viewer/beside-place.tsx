import { pageDirection } from '@veranda/ui/page-direction.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import styles from './beside-place.module.css'
import { type AnchorPoint } from './viewer-types.ts'

const gapPx = 20
const marginPx = 8

type Props = { canvas: ViewerCanvas; place: AnchorPoint; children: ReactNode }

/** Shows its children next to a place on the model, on the side with more room, and always inside the picture. */
export function BesidePlace({ canvas, place, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = () => {
      const point = canvas.projectPoint(place.position, place.part)
      const picture = element.current?.parentElement
      if (!element.current || !picture || !point) return
      const { clientWidth, clientHeight } = picture
      const { offsetWidth, offsetHeight } = element.current
      const left = point.x < clientWidth / 2 ? point.x + gapPx : point.x - gapPx - offsetWidth
      const x = keepWithin(left, clientWidth - offsetWidth)
      const y = keepWithin(point.y - offsetHeight / 2, clientHeight - offsetHeight)
      element.current.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
    }
    follow()
    return canvas.onFrame(follow)
  }, [canvas, place])
  return (
    // Positions are those of the picture.
    <div className={styles.layer} dir="ltr">
      <div ref={element} className={styles.beside} dir={pageDirection()}>
        {children}
      </div>
    </div>
  )
}

function keepWithin(at: number, max: number): number {
  return Math.max(marginPx, Math.min(at, max - marginPx))
}
