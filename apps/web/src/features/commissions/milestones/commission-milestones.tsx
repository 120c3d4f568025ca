import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useOpenPage } from '../../../lib/realtime/open-pages.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { ChargebackBanner } from '../../../components/payment/chargeback-flag.tsx'
import { ChangeRounds, ChangesToDeliver } from './change-rounds.tsx'
import { selectMilestone } from '../projects/select-commission.ts'
import { MilestoneActions } from './milestone-actions.tsx'
import { MilestoneStepper } from './milestone-stepper.tsx'
import { MilestoneNav } from './milestone-nav.tsx'
import styles from './milestone.module.css'
import { moneyStatusOf } from './money-status.ts'
import { PinPanel } from '../pins/pin-panel.tsx'
import { usePinReview } from '../pins/use-pin-review.ts'
import { projectUrl } from '../project-url.ts'
import { MilestoneRefunds } from '../refunds/milestone-refunds.tsx'
import { MilestoneReleases } from '../settlements/milestone-releases.tsx'
import { VersionList } from '../deliverables/version-list.tsx'
import { OriginalFiles } from '../deliverables/original-files.tsx'
import { VersionView } from '../deliverables/version-view.tsx'
import { VersionModelViewer } from '../deliverables/version-model-viewer.tsx'
import { ActionLayout } from '../action-layout.tsx'

type CommissionMilestonesProps = {
  commission: Commission
  /** The reviews of a commission that is complete; shown where it ends, with its released milestones. */
  reviews?: ReactNode
}

/** Renders the milestones of a commission, with timeline, version and actions of the selected one. */
export function CommissionMilestones({ commission, reviews }: CommissionMilestonesProps) {
  const t = useTranslations('commissions')
  const [params] = useSearchParams()
  const { projectId } = commission
  // Without a milestone in the URL the first selection stays, so that a release does not switch the page.
  const [first] = useState(() => selectMilestone(commission, null)?.id ?? null)
  const shown = selectMilestone(commission, params.get('milestone') ?? first)
  if (!shown) {
    const href = projectUrl(projectId, 'contract', { commission: commission.id })
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
  return (
    <SelectedMilestone
      key={shown.id}
      commission={commission}
      reviews={reviews}
      shown={shown}
      versionParam={params.get('version')}
    />
  )
}

type SelectedMilestoneProps = CommissionMilestonesProps & { shown: Milestone; versionParam: string | null }

function SelectedMilestone({ commission, reviews, shown, versionParam }: SelectedMilestoneProps) {
  const t = useTranslations('commissions')
  const { milestones, projectId } = commission
  const version = selectVersion(shown, versionParam)
  const review = usePinReview(shown, version)
  // However it was opened, this is where notifications of the milestone lead.
  useOpenPage(projectUrl(projectId, 'milestones', { milestone: shown.id }))
  const hasWidePicture = useMediaQuery('(min-width: 600px)')
  return (
    <Stack gap={2}>
      {milestones.length > 1 && <MilestoneNav projectId={projectId} milestones={milestones} shown={shown} />}
      <MilestoneHeader commission={commission} milestone={shown} />
      <ChargebackBanner
        flag={shown.chargeback}
        reader={{ side: commission.viewerRole, client: commission.client.name }}
      />
      <ActionLayout
        mainFirst={version !== undefined && shown.state !== 'released'}
        actions={
          <>
            <MilestoneActions
              key={shown.id}
              commission={commission}
              milestone={shown}
              changesToDeliver={<ChangesToDeliver projectId={projectId} milestone={shown} pins={review.pins} />}
            />
            <MilestoneReleases milestone={shown} viewerRole={commission.viewerRole} />
            <MilestoneRefunds milestone={shown} viewerRole={commission.viewerRole} />
            <OriginalFiles milestone={shown} />
            {(shown.state === 'released' || shown.state === 'split') && reviews}
          </>
        }
        main={
          <>
            {version ? (
              <VersionView
                key={version.id}
                version={version}
                modelViewer={
                  review.asset && (
                    <VersionModelViewer
                      milestone={shown}
                      version={version}
                      review={review}
                      writesInPicture={hasWidePicture}
                    />
                  )
                }
              />
            ) : (
              <div className={styles.empty}>
                <EmptyState
                  compact
                  level={3}
                  icon="image"
                  title={t('version.none')}
                  text={t(commission.viewerRole === 'creator' ? 'version.none.creator' : 'version.none.client', {
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
            {version && review.asset && <PinPanel version={version} review={review} writesInPicture={hasWidePicture} />}
            {version && !review.asset && shown.actions.includes('request-changes') && <NoModelToPin />}
            <ChangeRounds projectId={commission.projectId} milestone={shown} pins={review.pins} />
            <VersionList projectId={projectId} milestone={shown} shown={version} />
          </>
        }
      />
    </Stack>
  )
}

/** Renders the name of a milestone, its rail and its money, on one line where there is room. */
function MilestoneHeader({ commission, milestone }: { commission: Commission; milestone: Milestone }) {
  const t = useTranslations('commissions')
  const other = commission.viewerRole === 'creator' ? commission.client.name : commission.creator.name
  const moneyStatus = moneyStatusOf(milestone, commission.viewerRole)
  const href = projectUrl(commission.projectId, 'money', { commission: commission.id })
  return (
    <div className={cx(styles.head, commission.milestones.length > 1 && styles.listed)}>
      <div className={styles.name}>
        <p className={styles.quiet}>
          {t('milestone.of', { number: milestone.number, count: commission.milestones.length })} · <bdi>{other}</bdi>
        </p>
        <h2 className={styles.title}>{milestone.title}</h2>
      </div>
      <div className={styles.rail}>
        <MilestoneStepper milestone={milestone} viewerRole={commission.viewerRole} />
      </div>
      <div className={styles.sum}>
        <Amount
          size="large"
          money={moneyStatus.amount}
          caption={`${t(`sum.header.${moneyStatus.whose}`)} · ${t(`place.${moneyStatus.place}`)}`}
          href={milestone.money ? href : undefined}
        />
      </div>
    </div>
  )
}

/** Says where changes are requested of a version without a 3D model, which takes no pins. */
function NoModelToPin() {
  const t = useTranslations('commissions/pins')
  return (
    <Card title={t('title')}>
      <EmptyState compact level={3} icon="pin" title={t('no-model')} text={t('no-model.text')} />
    </Card>
  )
}

/** Returns the version named by the URL, else the submitted one, else the newest. */
function selectVersion({ deliverables }: Milestone, versionParam: string | null): Deliverable | undefined {
  return (
    deliverables.find(({ number }) => String(number) === versionParam) ??
    deliverables.find(({ state }) => state === 'submitted') ??
    deliverables.toSorted((a, b) => b.number - a.number)[0]
  )
}

/** Returns whether the page matches a media query, and follows it. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
