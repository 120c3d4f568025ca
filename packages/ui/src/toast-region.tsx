import { lazy, Suspense, useEffect, useState } from 'react'
import { type ToastQueue } from './toast-queue.ts'

const ToastRegionPanel = lazy(() =>
  import('./toast-region-panel.tsx').then((module) => ({ default: module.ToastRegionPanel })),
)

export type ToastRegionProps = {
  queue: ToastQueue
  /** Toasts at the top end, snackbars at the bottom end. */
  place: 'top' | 'bottom'
  /** The accessible name of the region. */
  label: string
}

/** Renders the toasts of a queue. Its code loads with the first toast; none is lost in between. */
export function ToastRegion(props: ToastRegionProps) {
  const [needed, setNeeded] = useState(false)
  const { queue } = props
  useEffect(() => queue.onAdded(() => setNeeded(true)), [queue])
  if (!needed) return null
  return (
    <Suspense>
      <ToastRegionPanel {...props} />
    </Suspense>
  )
}
