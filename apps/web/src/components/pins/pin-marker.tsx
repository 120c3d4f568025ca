import { type PinLook } from '@veranda/core/commissions/pins/pin-look.ts'
import styles from './pin-marker.module.css'

/** Shows the number of a pin in the shape and colour that it has on the model. */
export function PinMarker({ number, look }: { number: number; look: PinLook }) {
  return (
    <span className={styles.pin} data-look={look}>
      {number}
    </span>
  )
}
