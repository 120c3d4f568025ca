import { type DashboardAction } from '@veranda/contract/dashboard/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { dialogActOf, type OpenedAct } from '../../features/commissions/pending-act.ts'
import { usePendingLabels, pendingPath } from '../../features/dashboard/pending-labels.ts'

type ActButtonProps = {
  waiting: DashboardAction
  /** The task to do first has the filled button. */
  first: boolean
  onOpen: (act: OpenedAct) => void
}

/** Renders the act of a pending task: in a dialog right here, or a link to the form where it is a bigger one. */
export function ActButton({ waiting, first, onOpen }: ActButtonProps) {
  const labels = usePendingLabels()
  const act = dialogActOf(waiting)
  const text = labels.act(waiting, act?.act)
  const look = { kind: first ? 'filled' : 'plain', size: 'small', 'aria-label': `${text}: ${waiting.subject}` } as const
  return act ? (
    <Button {...look} onClick={() => onOpen(act)}>
      {text}
    </Button>
  ) : (
    // As the notification does, the act opens the form of a first offer.
    <Button {...look} href={`${pendingPath(waiting)}${waiting.action === 'answer-request' ? '&write=offer' : ''}`}>
      {text}
    </Button>
  )
}
