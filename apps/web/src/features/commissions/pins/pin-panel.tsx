import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { openPinsFirst } from '@veranda/core/commissions/pins/pin.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { PinForm } from './pin-form.tsx'
import { PinItem } from './pin-item.tsx'
import { type PinReview } from './use-pin-review.ts'
import styles from './pins.module.css'
import { WaitingPinWrites } from './waiting-pin-writes.tsx'

type Props = {
  version: Deliverable
  review: PinReview
  /** The form of a new pin is in the picture, next to its place, and not in this list. */
  writesInPicture?: boolean
}

/**
 * Renders the pins of a milestone as a list with the open pin's thread; offers by keyboard what the viewer offers by
 * pointer.
 */
export function PinPanel({ version, review, writesInPicture = false }: Props) {
  const t = useTranslations('commissions/pins')
  const c = useTranslations('common')
  const { pins, read, replacing } = review
  const draft = writesInPicture ? undefined : review.draft
  const open = pins.filter(({ state }) => state === 'open').length
  const sorted = pins.toSorted(openPinsFirst)
  return (
    <Card
      title={t('title')}
      aside={
        pins.length > 0
          ? `${t('count.open', { count: open })} · ${t('count.closed', { count: pins.length - open })}`
          : undefined
      }
      className={styles.panel}
    >
      <VisuallyHidden>
        <span role="status">{review.announcement}</span>
      </VisuallyHidden>
      {replacing && (
        <div className={styles.inset}>
          <Banner
            tone="accent"
            announce
            action={
              <Button size="small" kind="quiet" onClick={() => review.stopReplacing()}>
                {c('cancel')}
              </Button>
            }
          >
            {t('place.waiting', { number: replacing.number })}
          </Banner>
          <ProblemBanner problem={review.placing.problem} />
        </div>
      )}
      {draft && <PinForm key={draft.part} draft={draft} review={review} />}
      <WaitingPinWrites of={review.milestoneId} />
      <QueryBoundary query={read} skeleton={<SkeletonRows count={2} label={t('loading')} />} errorTitle={t('failed')}>
        {() =>
          sorted.length === 0 ? (
            draft ? null : (
              <EmptyState
                compact
                level={3}
                icon="pin"
                title={t('none')}
                text={review.canPin ? t('none.text') : undefined}
              />
            )
          ) : (
            <ul className={styles.list} aria-label={t('title')}>
              {sorted.map((pin) => (
                <PinItem key={pin.id} pin={pin} version={version} review={review} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Card>
  )
}
