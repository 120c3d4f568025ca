import { useEffect, useRef, useState } from 'react'
import { graphicsSupport } from '../../lib/webgl-support.ts'
import styles from './turning-picture.module.css'
import { mayTurn } from './may-turn.ts'

/** A pointer that only passes by loads nothing. */
const restMs = 150

type TurningPictureProps = {
  src: string
  /** Null for what cannot turn, such as an image. */
  modelUrl: string | null
  /** Under the pointer, or with the focus. */
  active: boolean
}

/**
 * Shows the picture of a version; while `active`, the model itself turns in its place, as soon as it is loaded. Nothing
 * moves for those who asked for less motion or less data, or without a graphics card. Decorative.
 */
export function TurningPicture({ src, modelUrl, active }: TurningPictureProps) {
  const host = useRef<HTMLDivElement>(null)
  const [turning, setTurning] = useState(false)

  useEffect(() => {
    if (!active || modelUrl === null || !mayTurn(circumstances())) return
    const controller = new AbortController()
    const { signal } = controller
    let stop: (() => void) | undefined
    async function turn(url: string) {
      const { openTurningModel } = await import('../../three/viewer/open-turning-model.ts')
      if (signal.aborted || !host.current) return
      const opened = await openTurningModel(host.current, url, signal)
      if (signal.aborted) return opened()
      stop = opened
      setTurning(true)
    }
    const timer = setTimeout(() => {
      turn(modelUrl).catch((error: unknown) => {
        // The picture stays.
        if (!signal.aborted) console.warn('turning model failed to load', error)
      })
    }, restMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
      stop?.()
      setTurning(false)
    }
  }, [active, modelUrl])

  return (
    <div className={styles.plate} aria-hidden="true" data-turning={turning || undefined}>
      <img className={styles.picture} src={src} alt="" loading="lazy" decoding="async" />
      <div ref={host} className={styles.host} />
    </div>
  )
}

function circumstances(): Parameters<typeof mayTurn>[0] {
  // Not in every browser, so not in the types.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return {
    prefersReducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    savesData: connection?.saveData === true,
    graphicsSupport,
  }
}
