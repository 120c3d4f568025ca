import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { useSearchParams } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import { projectAddress } from './project-address.ts'
import styles from './milestone.module.css'

/** What the client asked to be changed, newest round first, each item counted. */
export function ChangeRounds({ projectId, milestone }: { projectId: string; milestone: Milestone }) {
  const t = useWords('projects')
  const p = useWords('pins')
  const [params] = useSearchParams()
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
                {item.pinId !== null && (
                  <Anchor className={styles.pinLink} href={`?${pinned(params, item.pinId)}`}>
                    <Icon name="pin" size={14} />
                    {p('changes.pin')}
                  </Anchor>
                )}
                {item.message && (
                  <Anchor className={styles.pinLink} href={projectAddress(projectId, 'chat', { at: item.message.seq })}>
                    <Icon name="message" size={14} />
                    {t('changes.message')}
                  </Anchor>
                )}
              </li>
            ))}
          </ol>
        </Card>
      )
    })
}

/** The address of the same page with this pin open. */
function pinned(params: URLSearchParams, pinId: string): string {
  const next = new URLSearchParams(params)
  next.set('pin', pinId)
  return next.toString()
}
