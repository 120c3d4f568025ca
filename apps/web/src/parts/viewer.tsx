import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { loadWords } from '../lib/words.ts'
import { type ViewerProps } from './viewer-types.ts'
import styles from './viewer.module.css'

/** Fetches what the viewer is made of; whoever knows that it will be wanted may begin. */
export async function loadViewer() {
  const [module] = await Promise.all([import('./viewer-frame.tsx'), loadWords('viewer')])
  return { default: module.ViewerFrame }
}

const ViewerFrame = lazy(loadViewer)

/** A work in three dimensions. Its picture stands there until the stage, which is fetched only now, is set. */
export function Viewer(props: ViewerProps) {
  return (
    <Suspense fallback={<Poster {...props} />}>
      <ViewerFrame key={props.url} {...props} />
    </Suspense>
  )
}

/** The picture of a work in the place and the shape of its stage. */
export function Poster({ thumbnail, compact }: Pick<ViewerProps, 'thumbnail' | 'compact'>) {
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
