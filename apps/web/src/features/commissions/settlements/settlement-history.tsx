import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Settlement } from '@veranda/contract/commissions/settlements/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { shownLinesOf } from './settlement-form.ts'
import { SettlementSums } from './settlement-sums.tsx'
import styles from './settlements.module.css'

type EndedState = Exclude<Settlement['state'], 'open'>

const tones: Record<EndedState, Tone> = {
  accepted: 'success',
  declined: 'neutral',
  countered: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
  outdated: 'warning',
}

/** Lists the settlements of a commission that have ended, newest first; nothing without one. */
export function SettlementHistory({ commission }: { commission: Commission }) {
  const t = useTranslations('commissions/settlements')
  const ended = commission.settlements.flatMap((settlement) =>
    settlement.state === 'open' ? [] : [{ settlement, state: settlement.state }],
  )
  if (ended.length === 0) return null
  return (
    <Card title={t('history')}>
      <Rows label={t('history')}>
        {ended.map(({ settlement, state }) => (
          <EndedSettlement key={settlement.id} commission={commission} settlement={settlement} state={state} />
        ))}
      </Rows>
    </Card>
  )
}

type EndedSettlementProps = { commission: Commission; settlement: Settlement; state: EndedState }

function EndedSettlement({ commission, settlement, state }: EndedSettlementProps) {
  const t = useTranslations('commissions/settlements')
  const { viewerRole, milestones, creator, client } = commission
  const other = viewerRole === 'client' ? creator.name : client.name
  return (
    <Row
      wraps
      title={<Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>}
      detail={
        <Stack gap={2}>
          <p>
            <TextWithTime
              text={t(settlement.by === viewerRole ? 'by-you' : 'by-other', { name: other })}
              at={settlement.createdAt}
              show="date"
            />
          </p>
          <blockquote className={styles.reason} dir="auto">
            {settlement.reason}
          </blockquote>
          {settlement.answer !== '' && (
            <p dir="auto" className={styles.reason}>
              {settlement.answer}
            </p>
          )}
          <SettlementSums commission={commission} lines={shownLinesOf(settlement, milestones)} />
        </Stack>
      }
    />
  )
}
