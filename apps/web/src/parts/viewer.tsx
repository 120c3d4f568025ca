import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { loadWords } from '../lib/words.ts'
import { type ViewerProps } from './viewer-types.ts'
import styles from './viewer.module.css'

const ViewerFrame = lazy(async () => {
  const [module] = await Promise.all([import('./viewer-frame.tsx'), loadWords('viewer')])
  return { default: module.ViewerFrame }
})

/** A work in three dimensions. Its picture stands there until the stage, which is fetched only now, is set. */
export function Viewer(props: ViewerProps) {
  return (
    <Suspense fallback={<Poster {...props} />}>
      <ViewerFrame key={props.url} {...props} />
    </Suspense>
  )
}

function Poster({ thumbnail, compact }: ViewerProps) {
  return (
    <div className={styles.frame} data-compact={compact || undefined}>
      <div className={styles.stage}>
        {thumbnail === null ? (
          <Skeleton shape="block" height="100%" />
        ) : (
          <img className={styles.poster} src={thumbnail} alt="" />
        )}
      </div>
    </div>
  )
}
