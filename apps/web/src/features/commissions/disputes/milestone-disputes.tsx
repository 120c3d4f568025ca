import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { isRunning } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { lazy, Suspense, useState } from 'react'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { projectUrl } from '../project-url.ts'
import styles from '../commissions.module.css'

/** Loads apart, because few milestones are disputed. */
const OpenDisputeDialog = lazy(() => import('./open-dispute.tsx').then((m) => ({ default: m.OpenDisputeDialog })))

type Props = { commission: Commission; milestone: Milestone }

/** Says which part of a milestone is disputed and where, and leads to the disputes that ended. */
export function MilestoneDisputes({ commission, milestone }: Props) {
  const t = useTranslations('commissions/disputes')
  const format = useFormat()
  const { projectId, id: commissionId } = commission
  const hrefOf = (id: string) => projectUrl(projectId, 'milestones', { commission: commissionId, dispute: id })
  return milestone.disputes.map(({ id, state, amount, openedAt, takesEffectAt, endedAt }) =>
    isRunning(state) ? (
      <Banner
        key={id}
        tone="warning"
        title={t('running', { sum: format.money(amount) })}
        action={
          <Button size="small" href={hrefOf(id)}>
            {t('running.open')}
          </Button>
        }
      >
        {takesEffectAt === null ? (
          t('running.text')
        ) : (
          <TextWithTime text={t('running.decided')} at={takesEffectAt} show="moment" />
        )}
      </Banner>
    ) : (
      <p key={id} className={styles.small}>
        <TextWithTime text={t(`ended.${state}`)} at={endedAt ?? openedAt} show="date" />{' '}
        <Link href={hrefOf(id)}>{t('running.open')}</Link>
      </p>
    ),
  )
}

/** Opens a dispute about a milestone in escrow, for either side. */
export function OpenDisputeButton({ commission, milestone }: Props) {
  const t = useTranslations('commissions/disputes')
  const [opened, setOpened] = useState(false)
  const canOpen = milestone.actions.includes('open-dispute')
  if (!canOpen && !opened) return null
  return (
    <>
      {canOpen && (
        <Button wide kind="quiet" onClick={() => setOpened(true)}>
          {t('open')}
        </Button>
      )}
      {opened && (
        <Suspense>
          <OpenDisputeDialog commission={commission} milestone={milestone} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
