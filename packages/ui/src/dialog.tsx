import { lazy, Suspense, useState } from 'react'
import { type DialogProps } from './dialog-panel.tsx'

const DialogPanel = lazy(() => import('./dialog-panel.tsx').then((module) => ({ default: module.DialogPanel })))

/** Renders a modal dialog. Its code loads when it first opens. */
export function Dialog(props: DialogProps) {
  const [openedOnce, setOpenedOnce] = useState(props.open)
  if (props.open && !openedOnce) setOpenedOnce(true)
  if (!openedOnce) return null
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  )
}
