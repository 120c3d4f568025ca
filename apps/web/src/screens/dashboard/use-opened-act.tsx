import { lazy, type ReactNode, Suspense, useState } from 'react'
import { showOutcomeOfLostFocus } from '../../components/page/show-outcome.ts'
import { type OpenedAct } from '../../features/commissions/pending-act.ts'

const PendingActDialog = lazy(() =>
  import('../../features/commissions/milestones/pending-act-dialog.tsx').then((module) => ({
    default: module.PendingActDialog,
  })),
)

/**
 * Opens the dialog of a pending task. It is apart from the list, because the task leaves the list while its dialog is
 * still open. The list with the id `listId` gets the focus after that.
 */
export function useOpenedAct(listId: string): {
  openAct: (act: OpenedAct) => void
  dialog: ReactNode
} {
  const [opened, setOpened] = useState<OpenedAct>()
  const [open, setOpen] = useState(false)
  function close() {
    setOpen(false)
    showOutcomeOfLostFocus(listId)
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
