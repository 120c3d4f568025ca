import { declineExtension, grantExtension } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useState } from 'react'
import { snackbars } from '../../../../components/toasts.ts'
import { useFormat } from '../../../../lib/i18n/format.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../../command-problem.tsx'
import { useProjectCommand } from '../../use-project-command.ts'
import { DueDateDialog } from './due-date-dialog.tsx'
import { RefundRightDialog } from './refund-right-dialog.tsx'

type DueDateActionsProps = {
  commission: Commission
  milestone: Milestone
  /** Called when a dialog closes, whose button may be gone with it. */
  onClosed: () => void
}

/** Renders the viewer's actions on the due date, and on the refund after it. */
export function DueDateActions({ commission, milestone, onClosed }: DueDateActionsProps) {
  const t = useTranslations('commissions/due-dates')
  const format = useFormat()
  const [open, setOpen] = useState<'creator' | 'client' | 'notice' | 'claim'>()
  const { actions, due } = milestone
  const creator = commission.creator.name
  const grant = useProjectCommand(grantExtension, () => void snackbars.add({ title: t('grant.done'), tone: 'success' }))
  const decline = useProjectCommand(
    declineExtension,
    () => void snackbars.add({ title: t('decline.done'), tone: 'success' }),
  )
  const call = { params: { id: milestone.id }, body: { expected: milestone.version } }
  function close() {
    setOpen(undefined)
    onClosed()
  }
  return (
    <>
      {actions.includes('claim-refund') && (
        <Button kind="filled" wide onClick={() => setOpen('claim')}>
          {t('claim.open')}
        </Button>
      )}
      {actions.includes('grant-extension') && due.extension !== null && (
        <>
          <Button kind="filled" wide busy={grant.busy} onClick={() => void grant.run(call)}>
            {t('grant', { date: format.weekday(due.extension.dueAt) })}
          </Button>
          <Button wide busy={decline.busy} onClick={() => void decline.run(call)}>
            {t('decline')}
          </Button>
        </>
      )}
      {actions.includes('give-notice') && (
        <Button wide onClick={() => setOpen('notice')}>
          {t('notice.open')}
        </Button>
      )}
      {actions.includes('request-extension') && (
        <Button wide kind={due.isOverdue ? 'plain' : 'quiet'} onClick={() => setOpen('creator')}>
          {t('creator.open')}
        </Button>
      )}
      {actions.includes('move-due-date') && (
        <Button wide kind="quiet" onClick={() => setOpen('client')}>
          {t('client.open')}
        </Button>
      )}
      <CommandProblem problem={grant.problem ?? decline.problem} staleText={t('stale')} />
      {(open === 'creator' || open === 'client') && (
        <DueDateDialog
          milestone={milestone}
          as={open}
          name={open === 'creator' ? commission.client.name : creator}
          onClose={close}
        />
      )}
      {(open === 'notice' || open === 'claim') && (
        <RefundRightDialog milestone={milestone} step={open} creator={creator} onClose={close} />
      )}
    </>
  )
}
