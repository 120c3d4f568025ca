import { Picture } from '@veranda/ui/picture.tsx'
import { type ReactNode, useState } from 'react'
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
        <Picture className={styles.picture} src={src} alt="" sizes="96px" onError={() => setBroken(true)} />
      ) : (
        fallback
      )}
    </span>
  )
}
