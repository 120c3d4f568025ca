import { declineSettlement, withdrawSettlement } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Settlement } from '@veranda/contract/commissions/settlements/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { AcceptSettlementDialog } from './accept-settlement-dialog.tsx'
import { showProposal, settlementCardId, useOpenProposal } from '../open-proposal.ts'
import { SettlementDialog } from './settlement-dialog.tsx'
import { shownLinesOf } from './settlement-form.ts'
import { SettlementSums } from './settlement-sums.tsx'
import styles from './settlements.module.css'

/** Shows the settlement that waits for an answer, with the actions that the server sent; nothing without one. */
export function SettlementCard({ commission }: { commission: Commission }) {
  const { shown, ...rest } = useOpenProposal(commission.settlements)
  return shown && <OpenSettlement key={shown.id} commission={commission} settlement={shown} {...rest} />
}

type OpenSettlementProps = {
  commission: Commission
  settlement: Settlement
  isOpen: boolean
  /** A dialog of the settlement was opened or closed. */
  onDialog: (isShown: boolean) => void
}

function OpenSettlement({ commission, settlement, isOpen, onDialog }: OpenSettlementProps) {
  const t = useTranslations('commissions/settlements')
  const [dialog, setDialog] = useState<'accept' | 'counter' | 'decline'>()
  const { viewerRole, settlements, milestones } = commission
  const { actions } = settlement
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const isOwn = settlement.by === viewerRole
  const former = settlements.find(({ id }) => id === settlement.formerId)
  function show(next: typeof dialog) {
    setDialog(next)
    onDialog(next !== undefined)
  }
  const close = () => show(undefined)
  const toast = (title: string) => void snackbars.add({ title, tone: 'success' })
  const decline = useProjectCommand(declineSettlement, () => {
    toast(t('decline.done'))
    close()
    showProposal(settlementCardId)
  })
  const withdraw = useProjectCommand(withdrawSettlement, () => {
    toast(t('withdraw.done'))
    showProposal(settlementCardId)
  })
  const call = { params: { id: settlement.id } }
  const expected = settlement.version
  return (
    <>
      {isOpen && (
        <div id={settlementCardId} tabIndex={-1}>
          <Card
            padded
            title={t('card.title')}
            aside={settlement.endsCommission && <Chip tone="warning">{t('ends.chip')}</Chip>}
          >
            <Stack gap={4}>
              <p className={styles.quiet}>
                <TextWithTime
                  text={t(isOwn ? 'by-you' : 'by-other', { name: other })}
                  at={settlement.createdAt}
                  show="date"
                />{' '}
                <TextWithTime
                  text={t(isOwn ? 'expires' : 'answer-until', { name: other })}
                  at={settlement.expiresAt}
                  show="moment"
                />
              </p>
              <blockquote className={styles.reason} dir="auto">
                {settlement.reason}
              </blockquote>
              <SettlementSums
                explained
                commission={commission}
                lines={shownLinesOf(settlement, milestones)}
                {...(former && { former: shownLinesOf(former, milestones) })}
              />
              <Inline gap={2} wrap>
                {actions.includes('accept-settlement') && (
                  <Button kind="filled" onClick={() => show('accept')}>
                    {t('accept.open')}
                  </Button>
                )}
                {actions.includes('counter-settlement') && (
                  <Button onClick={() => show('counter')}>{t('counter.open')}</Button>
                )}
                {actions.includes('decline-settlement') && (
                  <Button kind="quiet" onClick={() => show('decline')}>
                    {t('decline.open')}
                  </Button>
                )}
                {actions.includes('withdraw-settlement') && (
                  <Button busy={withdraw.busy} onClick={() => void withdraw.run({ ...call, body: { expected } })}>
                    {t('withdraw.open')}
                  </Button>
                )}
              </Inline>
              <CommandProblem problem={withdraw.problem} staleText={t('stale')} />
            </Stack>
          </Card>
        </div>
      )}
      <AcceptSettlementDialog
        commission={commission}
        settlement={settlement}
        open={dialog === 'accept'}
        onClose={close}
      />
      {dialog === 'counter' && (
        <SettlementDialog open commission={commission} first={{ former: settlement }} onClose={close} />
      )}
      <ReasonDialog
        open={dialog === 'decline'}
        onClose={close}
        title={t('decline.title')}
        text={t('decline.text', { name: other })}
        submitLabel={t('decline.open')}
        busy={decline.busy}
        problem={decline.problem}
        onSubmit={(reason) => void decline.run({ ...call, body: { reason, expected } })}
      />
    </>
  )
}
