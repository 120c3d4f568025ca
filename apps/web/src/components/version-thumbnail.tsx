import { type ReactNode, useState } from 'react'
import { imageOptimisation } from '../lib/build-settings.ts'
import styles from './version-thumbnail.module.css'

type VersionThumbnailProps = {
  /** Null where there is no picture yet. */
  src: string | null | undefined
  /** In place of a picture that is missing or does not load. */
  fallback: ReactNode
}

/** Shows the picture of a version at the start of a row. Decorative: the version is named next to it. */
export function VersionThumbnail({ src, fallback }: VersionThumbnailProps) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={styles.plate} aria-hidden="true">
      {src && !broken ? (
        <img
          className={styles.picture}
          src={imageOptimisation ? `${src}?width=240` : src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        fallback
      )}
    </span>
  )
}
