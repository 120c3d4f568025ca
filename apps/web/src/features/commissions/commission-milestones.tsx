import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { ChangeRounds } from './change-rounds.tsx'
import { chosenMilestone } from './choose-commission.ts'
import { MilestoneActions } from './milestone-actions.tsx'
import styles from './milestone.module.css'
import { MilestoneRail } from './milestone-rail.tsx'
import { moneyStanding } from './money-standing.ts'
import { MilestoneStrip } from './milestone-strip.tsx'
import { PinPanel } from './pin-panel.tsx'
import { usePinReview } from './pin-review.ts'
import { projectAddress } from './project-address.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'
import { VersionWork } from './version-work.tsx'
import { WorkLayout } from './work-layout.tsx'
import { WatchFunding } from './watch-funding.tsx'

/** The milestones of an agreement, one of them opened: its course, its version, and what to do now. */
export function CommissionMilestones({ commission }: { commission: Commission }) {
  const t = useWords('projects')
  const [params] = useSearchParams()
  const { projectId } = commission
  // Without a wish in the address the first choice stays, so that a release does not move the reader on.
  const [first] = useState(() => chosenMilestone(commission, null)?.id ?? null)
  const shown = chosenMilestone(commission, params.get('milestone') ?? first)
  if (!shown) {
    const href = projectAddress(projectId, 'contract', { commission: commission.id })
    return (
      <Card>
        <EmptyState
          icon="flag"
          title={t('milestones.none')}
          text={t('milestones.none.text')}
          actions={<Button href={href}>{t('milestones.to-contract')}</Button>}
        />
      </Card>
    )
  }
  return <OpenedMilestone key={shown.id} commission={commission} shown={shown} wanted={params.get('version')} />
}

type OpenedProps = { commission: Commission; shown: Milestone; wanted: string | null }

function OpenedMilestone({ commission, shown, wanted }: OpenedProps) {
  const t = useWords('projects')
  const { milestones, projectId } = commission
  const version = chosenVersion(shown, wanted)
  const review = usePinReview(shown, version)
  return (
    <Stack gap={5}>
      {milestones.length > 1 && <MilestoneStrip projectId={projectId} milestones={milestones} shown={shown} />}
      <MilestoneHead commission={commission} milestone={shown} />
      <Card className={styles.rail}>
        <MilestoneRail milestone={shown} part={commission.part} />
      </Card>
      <WorkLayout
        act={<MilestoneActions key={shown.id} commission={commission} milestone={shown} />}
        main={
          <>
            {version ? (
              <VersionView
                key={version.id}
                version={version}
                work={review.work && <VersionWork milestone={shown} version={version} review={review} />}
              />
            ) : (
              <div className={styles.empty}>
                <EmptyState
                  compact
                  level={3}
                  icon="image"
                  title={t('version.none')}
                  text={t(commission.part === 'creator' ? 'version.none.creator' : 'version.none.client', {
                    name: commission.creator.name,
                  })}
                />
              </div>
            )}
            {shown.description && (
              <Card title={t('offer.description')} padded>
                <p dir="auto">{shown.description}</p>
              </Card>
            )}
          </>
        }
        aside={
          <>
            {version && review.work && <PinPanel commission={commission} version={version} review={review} />}
            <ChangeRounds projectId={commission.projectId} milestone={shown} />
            <VersionList projectId={projectId} milestone={shown} shown={version} />
          </>
        }
      />
      {milestones.some(({ state }) => state === 'funding') && <WatchFunding projectId={projectId} />}
    </Stack>
  )
}

function MilestoneHead({ commission, milestone }: { commission: Commission; milestone: Milestone }) {
  const t = useWords('projects')
  const other = commission.part === 'creator' ? commission.client.name : commission.creator.name
  const standing = moneyStanding(milestone, commission.part)
  const href = projectAddress(commission.projectId, 'money', { commission: commission.id })
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.quiet}>
          {t('milestone.of', { number: milestone.number, count: commission.milestones.length })} · <bdi>{other}</bdi>
        </p>
        <h2 className={styles.title}>{milestone.title}</h2>
      </div>
      {commission.part !== 'guest' && (
        <div className={styles.sum}>
          <Amount
            size="large"
            money={standing.amount}
            place={t(`place.${standing.place}`)}
            href={milestone.money ? href : undefined}
          />
        </div>
      )}
    </div>
  )
}

/** The version that the address names, else the one before the client, else the newest. */
function chosenVersion({ deliverables }: Milestone, wanted: string | null): Deliverable | undefined {
  return (
    deliverables.find(({ number }) => String(number) === wanted) ??
    deliverables.find(({ state }) => state === 'submitted') ??
    deliverables.toSorted((a, b) => b.number - a.number)[0]
  )
}
