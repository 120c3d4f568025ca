import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { type ViewerProps } from './viewer-types.ts'
import styles from './viewer.module.css'

/** Loads the viewer chunk and its messages; call it early to prefetch. */
export async function loadViewer() {
  const [module] = await Promise.all([import('./viewer-frame.tsx'), loadTranslations('viewer')])
  return { default: module.ViewerFrame }
}

const ViewerFrame = lazy(loadViewer)

/** Shows a model in 3D, with its thumbnail until the lazily loaded canvas is ready. */
export function Viewer(props: ViewerProps) {
  return (
    <Suspense fallback={<Poster {...props} />}>
      <ViewerFrame key={props.url} {...props} />
    </Suspense>
  )
}

/** Shows the thumbnail in the place and aspect ratio of the canvas. */
export function Poster({ thumbnail, compact }: Pick<ViewerProps, 'thumbnail' | 'compact'>) {
  return (
    <div className={styles.frame} data-compact={compact || undefined}>
      <div className={styles.viewport}>
        {thumbnail === null ? (
          <Skeleton shape="block" height="100%" />
        ) : (
          <img className={styles.poster} src={thumbnail} alt="" />
        )}
      </div>
    </div>
  )
}
