import { type ChangeOrder, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import detailStyles from '../offers/offer-details.module.css'
import { projectUrl } from '../project-url.ts'
import { ChangeOrderDifference } from './change-order-sums.tsx'

type EndedState = Exclude<ChangeOrder['state'], 'open'>

const tones: Record<EndedState, Tone> = {
  accepted: 'success',
  declined: 'neutral',
  countered: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
  outdated: 'warning',
}

/** Opens the editor of a change order, for either side; nothing while one is open or nothing can change. */
export function ProposeChangeOrderButton({
  commission,
  milestoneId,
}: {
  commission: Commission
  milestoneId?: string
}) {
  const t = useTranslations('commissions/change-orders')
  if (!commission.actions.includes('propose-change-order')) return null
  const { projectId, id } = commission
  return (
    <Button
      wide
      kind="quiet"
      href={projectUrl(projectId, 'contract', { commission: id, write: 'change-order', milestone: milestoneId })}
    >
      {t(milestoneId === undefined ? 'open' : 'buy-rounds')}
    </Button>
  )
}

/** Lists the change orders of a commission that have ended, newest first; nothing without one. */
export function ChangeOrderHistory({ commission }: { commission: Commission }) {
  const t = useTranslations('commissions/change-orders')
  const ended = commission.changeOrders.flatMap((order) =>
    order.state === 'open' ? [] : [{ order, state: order.state }],
  )
  if (ended.length === 0) return null
  return (
    <Card title={t('history')}>
      <Rows label={t('history')}>
        {ended.map(({ order, state }) => (
          <EndedChangeOrder key={order.id} commission={commission} order={order} state={state} />
        ))}
      </Rows>
    </Card>
  )
}

function EndedChangeOrder({
  commission,
  order,
  state,
}: {
  commission: Commission
  order: ChangeOrder
  state: EndedState
}) {
  const t = useTranslations('commissions/change-orders')
  const { viewerRole, creator, client } = commission
  const other = viewerRole === 'client' ? creator.name : client.name
  return (
    <Row
      wraps
      title={<Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>}
      detail={
        <Stack gap={2}>
          <p>
            <TextWithTime
              text={t(order.by === viewerRole ? 'by-you' : 'by-other', { name: other })}
              at={order.createdAt}
              show="date"
            />
          </p>
          <blockquote className={detailStyles.reason} dir="auto">
            {order.reason}
          </blockquote>
          {order.answer !== '' && <p dir="auto">{order.answer}</p>}
          {/* What was signed is shown with the version of the contract that it became. */}
          {state !== 'accepted' && (
            <ChangeOrderDifference before={order.before} after={order.content} origins={order.origins} />
          )}
        </Stack>
      }
    />
  )
}
