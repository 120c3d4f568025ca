import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { moneyStanding } from './money-standing.ts'
import { projectAddress } from './project-address.ts'
import styles from './project.module.css'

/** Where the money of each milestone stands, in the reader's own numbers. */
export function MilestoneMoney({ commission }: { commission: Commission }) {
  const t = useWords('projects')
  const { part, projectId } = commission
  return (
    <Card title={t('money.title')}>
      <Rows label={t('money.title')}>
        {commission.milestones.map((milestone) => {
          // Before it is funded nothing has moved, so there is nothing to open.
          const entries = milestone.money && part !== 'guest' ? `/payment?milestone=${milestone.id}` : undefined
          return (
            <Row
              key={milestone.id}
              wraps
              href={projectAddress(projectId, 'milestones', { milestone: milestone.id })}
              title={milestone.title}
              detail={<Place milestone={milestone} part={part} />}
              end={
                <Line gap={5} justify="between">
                  {milestone.state === 'released' && (
                    <Link href={`/payment/receipts/${milestone.id}`}>{t('receipt.open')}</Link>
                  )}
                  <div className={styles.figure}>
                    <Amount
                      money={part === 'creator' ? milestone.creatorReceives : milestone.clientPays}
                      place={part === 'creator' ? t('fees.you-receive') : t('fees.you-pay')}
                      href={entries}
                    />
                  </div>
                  <div className={styles.figure}>
                    <Amount money={milestone.price} place={t('fees.price')} href={entries} />
                  </div>
                </Line>
              }
            />
          )
        })}
      </Rows>
    </Card>
  )
}

function Place({ milestone, part }: { milestone: Milestone; part: Commission['part'] }) {
  const t = useWords('projects')
  const { place } = moneyStanding(milestone, part)
  const movesAt = place === milestone.money?.place ? milestone.money.movesAt : null
  return (
    <>
      {t(`place.${place}`)}
      {movesAt && (
        <span className={styles.small}>
          {' · '}
          <Rich
            text={t(place === 'pending' ? 'money.available-at' : 'money.moves-at')}
            parts={{ when: () => <When at={movesAt} show="date" /> }}
          />
        </span>
      )}
    </>
  )
}
