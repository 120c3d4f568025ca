import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { type OpenedAct } from '../../features/commissions/pending-act.ts'

const PendingActDialog = lazy(() =>
  import('../../features/commissions/milestones/pending-act-dialog.tsx').then((module) => ({
    default: module.PendingActDialog,
  })),
)

/** After this time a dialog has closed and given back the focus. */
const closedAfterMs = 250

/**
 * Opens the dialog of a pending task. It is apart from the list, because the task leaves the list while its dialog is
 * still open. `list` gets the focus after that.
 */
export function useOpenedAct(list: RefObject<HTMLElement | null>): {
  openAct: (act: OpenedAct) => void
  dialog: ReactNode
} {
  const [opened, setOpened] = useState<OpenedAct>()
  const [open, setOpen] = useState(false)
  function close() {
    setOpen(false)
    setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) list.current?.focus()
    }, closedAfterMs)
  }
  return {
    openAct(act) {
      setOpened(act)
      setOpen(true)
    },
    dialog: opened && (
      <Suspense>
        <PendingActDialog key={`${opened.milestoneId} ${opened.act}`} opened={opened} open={open} onClose={close} />
      </Suspense>
    ),
  }
}
