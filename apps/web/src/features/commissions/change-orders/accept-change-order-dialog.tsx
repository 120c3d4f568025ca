import { acceptChangeOrder } from '@veranda/contract/commissions/routes.ts'
import { type ChangeOrder, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { VersionChecksum } from '../version-tag.tsx'
import { ChangeOrderDifference, ChangeOrderSums } from './change-order-sums.tsx'

type AcceptChangeOrderDialogProps = {
  commission: Commission
  order: ChangeOrder
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Signs one exact change order by its hash, after its difference and sums are shown again. */
export function AcceptChangeOrderDialog({ commission, order, open, onClose, onDone }: AcceptChangeOrderDialogProps) {
  const t = useTranslations('commissions/change-orders')
  const c = useTranslations('common')
  const accept = useProjectCommand(acceptChangeOrder, onDone)
  const other = commission.viewerRole === 'client' ? commission.creator.name : commission.client.name
  const call = { params: { id: order.id }, body: { hash: order.hash, expected: order.version } }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('accept.title')}
      text={t(order.topUps.amount > 0 ? 'accept.text.top-up' : 'accept.text', { name: other })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={accept.busy} onClick={() => void accept.run(call)}>
            {t('accept.send')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <ChangeOrderDifference before={order.before} after={order.content} origins={order.origins} />
        <ChangeOrderSums
          commission={commission}
          fees={order.fees}
          rates={order.rates}
          topUps={order.topUps}
          paysLater={order.clientPaysLater}
        />
        <VersionChecksum hash={order.hash} />
        <CommandProblem problem={accept.problem} staleText={t('stale')} />
      </Stack>
    </Dialog>
  )
}
