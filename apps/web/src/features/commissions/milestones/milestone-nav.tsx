import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import tones from '@veranda/ui/tone.module.css'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ChargebackChip } from '../../../components/payment/chargeback-flag.tsx'
import styles from './milestone.module.css'
import { projectUrl } from '../project-url.ts'
import { milestoneTones } from '../state-tones.ts'

type MilestoneNavProps = { projectId: string; milestones: readonly Milestone[]; shown: Milestone }

/** Renders links to all milestones of a commission, with the selected one marked. */
export function MilestoneNav({ projectId, milestones, shown }: MilestoneNavProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  return (
    <nav className={styles.strip} aria-label={t('offer.milestones')}>
      {milestones.map((milestone) => (
        <Anchor
          key={milestone.id}
          className={styles.stop}
          href={projectUrl(projectId, 'milestones', { milestone: milestone.id })}
          aria-current={milestone.id === shown.id ? 'page' : undefined}
        >
          <span className={cx(styles.stopNumber, tones[milestoneTones[milestone.state]])} aria-hidden="true">
            {isTerminal(milestone.state) ? <Icon name="check" size={14} /> : milestone.number}
          </span>
          <span className={styles.stopTitle}>{milestone.title}</span>
          <span className={styles.stopState}>
            <span>{t(`milestone.${milestone.state}`)}</span>{' '}
            <span>{t('sum.of-price', { sum: format.money(milestone.price) })}</span>
            {milestone.chargeback && (
              <span>
                <ChargebackChip flag={milestone.chargeback} />
              </span>
            )}
          </span>
        </Anchor>
      ))}
    </nav>
  )
}
