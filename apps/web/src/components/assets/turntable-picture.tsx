import { turntable as layout } from '@veranda/core/assets/turntable.ts'
import { cx } from '@veranda/ui/cx.ts'
import { Picture } from '../picture.tsx'
import { type ImgHTMLAttributes } from 'react'
import styles from './turntable-picture.module.css'
import { type Turn } from './use-turntable.ts'

type Props = ImgHTMLAttributes<HTMLImageElement> & {
  src: string
  alt: string
  /** Without it the whole image is loaded, as where the server has already drawn it. */
  sizes?: string
  /** From `useTurntable`. */
  turn: Turn | undefined
  /** Draws the picture as the head of a card: four by three, on a ground of its own. */
  plate?: boolean
}

/** Shows the picture of a model, and while it is turned, the same model from that side. */
export function TurntablePicture({ turn, plate, alt, className, sizes, ...image }: Props) {
  const look = cx(styles.picture, turn && styles.behind)
  return (
    <span className={cx(styles.frame, plate && styles.plate, className)}>
      {sizes === undefined ? (
        <img {...image} alt={alt} className={look} />
      ) : (
        <Picture {...image} alt={alt} sizes={sizes} className={look} />
      )}
      {turn && <span className={styles.side} style={sideStyle(turn)} />}
    </span>
  )
}

/** Returns where the picture of a turn lies in the image. */
function sideStyle({ url, turned }: Turn) {
  const { frames, columns, rows } = layout
  const frame = ((Math.round(turned * frames) % frames) + frames) % frames
  const share = (index: number, count: number) => `${(index / (count - 1)) * 100}%`
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${share(frame % columns, columns)} ${share(Math.floor(frame / columns), rows)}`,
  }
}
