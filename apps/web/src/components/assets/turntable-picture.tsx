import { turntable as layout } from '@veranda/core/assets/turntable.ts'
import { cx } from '@veranda/ui/cx.ts'
import { type ImgHTMLAttributes, type PointerEvent, useRef, useState } from 'react'
import styles from './turntable-picture.module.css'

type Props = ImgHTMLAttributes<HTMLImageElement> & {
  alt: string
  /** The model from all sides in one image; null when there is none. */
  turntable: string | null
}

/**
 * Shows the picture of a model. A mouse that moves over it turns the model: from one edge to the other is a whole turn.
 * The image with all sides is loaded when the pointer arrives; until then, and without one, the picture stays as it is.
 */
export function TurntablePicture({ turntable, alt, className, ...image }: Props) {
  const [loaded, setLoaded] = useState<string>()
  const [turn, setTurn] = useState<number>()
  const enteredAt = useRef(0)
  const isTurning = turn !== undefined && turntable !== null && loaded === turntable

  function startTurning({ clientX, pointerType }: PointerEvent) {
    if (turntable === null || pointerType === 'touch') return
    enteredAt.current = clientX
    setTurn(0)
    if (loaded === turntable) return
    const sprite = new Image()
    sprite.src = turntable
    // Without it the picture stays as it is.
    void sprite.decode().then(
      () => setLoaded(turntable),
      () => undefined,
    )
  }

  function followPointer({ clientX, currentTarget }: PointerEvent) {
    if (turn !== undefined) setTurn((clientX - enteredAt.current) / currentTarget.clientWidth)
  }

  return (
    <span
      className={cx(styles.frame, className)}
      onPointerEnter={startTurning}
      onPointerMove={followPointer}
      onPointerLeave={() => setTurn(undefined)}
    >
      <img {...image} alt={alt} className={cx(styles.picture, isTurning && styles.behind)} />
      {isTurning && <span className={styles.side} style={sideStyle(turntable, turn)} />}
    </span>
  )
}

/** Returns where the picture of a turn lies in the image; 1 is a whole turn, and less than 0 the other way round. */
function sideStyle(url: string, turn: number) {
  const { frames, columns, rows } = layout
  const frame = ((Math.round(turn * frames) % frames) + frames) % frames
  const share = (index: number, count: number) => `${(index / (count - 1)) * 100}%`
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${share(frame % columns, columns)} ${share(Math.floor(frame / columns), rows)}`,
  }
}
