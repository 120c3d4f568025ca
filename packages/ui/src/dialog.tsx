import { lazy, Suspense, useState } from 'react'
import { type DialogProps } from './dialog-panel.tsx'

const DialogPanel = lazy(() => import('./dialog-panel.tsx').then((module) => ({ default: module.DialogPanel })))

/** Takes the reader's whole attention for one matter. Loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  )
}
