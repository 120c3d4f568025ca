import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n.ts'
import { Timestamp } from '../../../components/timestamp.tsx'
import { projectUrl } from '../project-url.ts'
import styles from './milestone.module.css'

/** Renders the requested changes, newest round first, with numbered items. */
export function ChangeRounds({ projectId, milestone }: { projectId: string; milestone: Milestone }) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/pins')
  const [params] = useSearchParams()
  return milestone.changes
    .toSorted((a, b) => b.round - a.round)
    .map((round) => {
      const version = milestone.deliverables.find(({ id }) => id === round.deliverableId)
      return (
        <Card
          key={round.round}
          title={t('changes.round', { round: round.round, rounds: milestone.rounds })}
          aside={<Timestamp at={round.at} show="moment" />}
          padded
        >
          {version && <p className={styles.quiet}>{t('changes.to-version', { number: version.number })}</p>}
          <ol className={styles.items}>
            {round.items.map((item) => (
              <li key={item.id} dir="auto">
                {item.text}
                {item.pinId !== null && (
                  <Anchor className={styles.pinLink} href={`?${withPinOpen(params, item.pinId)}`}>
                    <Icon name="pin" size={14} />
                    {p('changes.pin')}
                  </Anchor>
                )}
                {item.message && (
                  <Anchor
                    className={styles.pinLink}
                    href={projectUrl(projectId, 'chat', { messageSeq: item.message.seq })}
                  >
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

/** Returns the query string of this page with the pin open. */
function withPinOpen(params: URLSearchParams, pinId: string): string {
  const next = new URLSearchParams(params)
  next.set('pin', pinId)
  return next.toString()
}
