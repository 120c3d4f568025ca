import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import styles from './milestone.module.css'

/** What the client asked to be changed, newest round first, each item counted. */
export function ChangeRounds({ milestone }: { milestone: Milestone }) {
  const t = useWords('projects')
  return milestone.changes
    .toSorted((a, b) => b.round - a.round)
    .map((round) => {
      const version = milestone.deliverables.find(({ id }) => id === round.deliverableId)
      return (
        <Card
          key={round.round}
          title={t('changes.round', { round: round.round, rounds: milestone.rounds })}
          aside={<When at={round.at} show="moment" />}
          padded
        >
          {version && <p className={styles.quiet}>{t('changes.to-version', { number: version.number })}</p>}
          <ol className={styles.items}>
            {round.items.map((item) => (
              <li key={item.id} dir="auto">
                {item.text}
              </li>
            ))}
          </ol>
        </Card>
      )
    })
}
