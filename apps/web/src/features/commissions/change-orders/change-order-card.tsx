import { declineChangeOrder, withdrawChangeOrder } from '@veranda/contract/commissions/routes.ts'
import { type ChangeOrder, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import styles from '../commissions.module.css'
import detailStyles from '../offers/offer-details.module.css'
import { changeOrderCardId, showProposal, useOpenProposal } from '../open-proposal.ts'
import { projectUrl } from '../project-url.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { AcceptChangeOrderDialog } from './accept-change-order-dialog.tsx'
import { ChangeOrderDifference, ChangeOrderSums } from './change-order-sums.tsx'

/** Shows the change order that waits for an answer, with the actions that the server sent; nothing without one. */
export function ChangeOrderCard({ commission }: { commission: Commission }) {
  const { shown, ...rest } = useOpenProposal(commission.changeOrders)
  return shown && <OpenChangeOrder key={shown.id} commission={commission} order={shown} {...rest} />
}

type OpenChangeOrderProps = {
  commission: Commission
  order: ChangeOrder
  isOpen: boolean
  /** A dialog of the change order was opened or closed. */
  onDialog: (isShown: boolean) => void
}

function OpenChangeOrder({ commission, order, isOpen, onDialog }: OpenChangeOrderProps) {
  const t = useTranslations('commissions/change-orders')
  const [dialog, setDialog] = useState<'accept' | 'decline'>()
  const { viewerRole, projectId } = commission
  const { actions, version: expected } = order
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const isOwn = order.by === viewerRole
  function show(next: typeof dialog) {
    setDialog(next)
    onDialog(next !== undefined)
  }
  const close = () => show(undefined)
  const toast = (title: string) => void snackbars.add({ title, tone: 'success' })
  const decline = useProjectCommand(declineChangeOrder, () => {
    toast(t('decline.done'))
    close()
    showProposal(changeOrderCardId)
  })
  const withdraw = useProjectCommand(withdrawChangeOrder, () => {
    toast(t('withdraw.done'))
    showProposal(changeOrderCardId)
  })
  const call = { params: { id: order.id } }
  return (
    <>
      {isOpen && (
        <div id={changeOrderCardId} tabIndex={-1}>
          <Card padded title={t('card.title')}>
            <Stack gap={4}>
              <p className={styles.quiet}>
                <TextWithTime
                  text={t(isOwn ? 'by-you' : 'by-other', { name: other })}
                  at={order.createdAt}
                  show="date"
                />{' '}
                <TextWithTime
                  text={t(isOwn ? 'expires' : 'answer-until', { name: other })}
                  at={order.expiresAt}
                  show="moment"
                />
              </p>
              <blockquote className={detailStyles.reason} dir="auto">
                {order.reason}
              </blockquote>
              <ChangeOrderDifference before={order.before} after={order.content} origins={order.origins} />
              <ChangeOrderSums
                commission={commission}
                fees={order.fees}
                rates={order.rates}
                topUps={order.topUps}
                paysLater={order.clientPaysLater}
              />
              <Inline gap={2} wrap>
                {actions.includes('accept-change-order') && (
                  <Button kind="filled" onClick={() => show('accept')}>
                    {t('accept.open')}
                  </Button>
                )}
                {actions.includes('counter-change-order') && (
                  <Button
                    href={projectUrl(projectId, 'contract', { commission: commission.id, write: 'change-order' })}
                  >
                    {t('counter.open')}
                  </Button>
                )}
                {actions.includes('decline-change-order') && (
                  <Button kind="quiet" onClick={() => show('decline')}>
                    {t('decline.open')}
                  </Button>
                )}
                {actions.includes('withdraw-change-order') && (
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
      <AcceptChangeOrderDialog
        commission={commission}
        order={order}
        open={dialog === 'accept'}
        onClose={close}
        onDone={() => {
          toast(t('accept.done'))
          close()
          showProposal(changeOrderCardId)
        }}
      />
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
