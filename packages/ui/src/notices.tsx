import { lazy, Suspense, useEffect, useState } from 'react'
import { type NoticeQueue } from './notice-queue.ts'

const NoticesPanel = lazy(() => import('./notices-panel.tsx').then((module) => ({ default: module.NoticesPanel })))

export type NoticesProps = {
  queue: NoticeQueue
  /** Toasts stand at the top end, snackbars at the bottom end. */
  place: 'top' | 'bottom'
  /** The name of the region. */
  label: string
}

/** Draws what its queue holds. The drawing is fetched when the first notice comes; none is lost in between. */
export function Notices(props: NoticesProps) {
  const [needed, setNeeded] = useState(false)
  const { queue } = props
  useEffect(() => queue.onFirst(() => setNeeded(true)), [queue])
  if (!needed) return null
  return (
    <Suspense>
      <NoticesPanel {...props} />
    </Suspense>
  )
}
