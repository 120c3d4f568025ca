import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestone-states.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import tones from '@veranda/ui/tone.module.css'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import styles from './milestone.module.css'
import { projectAddress } from './project-address.ts'
import { milestoneTones } from './state-look.ts'

type MilestoneStripProps = { projectId: string; milestones: readonly Milestone[]; shown: Milestone }

/** All milestones of an agreement in their order; the one in sight is marked. */
export function MilestoneStrip({ projectId, milestones, shown }: MilestoneStripProps) {
  const t = useWords('projects')
  const format = useFormat()
  return (
    <nav className={styles.strip} aria-label={t('offer.milestones')}>
      {milestones.map((milestone) => (
        <Anchor
          key={milestone.id}
          className={styles.stop}
          href={projectAddress(projectId, 'milestones', { milestone: milestone.id })}
          aria-current={milestone.id === shown.id ? 'page' : undefined}
        >
          <span className={cx(styles.stopNumber, tones[milestoneTones[milestone.state]])} aria-hidden="true">
            {isTerminal(milestone.state) ? <Icon name="check" size={14} /> : milestone.number}
          </span>
          <span className={styles.stopTitle}>{milestone.title}</span>
          <span className={styles.stopState}>
            {format.money(milestone.price)} · {t(`milestone.${milestone.state}`)}
          </span>
        </Anchor>
      ))}
    </nav>
  )
}
