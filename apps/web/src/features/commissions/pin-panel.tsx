import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { PinForm } from './pin-form.tsx'
import { PinItem } from './pin-item.tsx'
import { type PinReview } from './pin-review.ts'
import styles from './pins.module.css'

type Props = { commission: Commission; version: Deliverable; review: PinReview }

/** The pins of a milestone as rows, with the thread of the one that is open; the same by keyboard as on the work. */
export function PinPanel({ commission, version, review }: Props) {
  const t = useWords('pins')
  const c = useWords('common')
  const { pins, read, draft, replacing } = review
  const open = pins.filter(({ state }) => state === 'open').length
  const sorted = pins.toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open') || a.number - b.number)
  return (
    <Card
      title={t('title')}
      aside={pins.length > 0 ? t('count', { open, closed: pins.length - open }) : undefined}
      className={styles.panel}
    >
      {replacing && (
        <div className={styles.inset}>
          <Banner
            tone="accent"
            announce
            action={
              <Button size="small" kind="quiet" onClick={() => review.replace(undefined)}>
                {c('cancel')}
              </Button>
            }
          >
            {t('place.waiting', { number: replacing.number })}
          </Banner>
          <ProblemBanner problem={review.move.problem} />
        </div>
      )}
      {draft && <PinForm key={draft.part} draft={draft} mayAsk={commission.part === 'client'} review={review} />}
      <Reading of={read} shape={<SkeletonRows count={2} label={t('loading')} />} failed={t('failed')}>
        {() =>
          sorted.length === 0 ? (
            draft ? null : (
              <EmptyState compact level={3} icon="pin" title={t('none')} text={t('none.text')} />
            )
          ) : (
            <ul className={styles.list} aria-label={t('title')}>
              {sorted.map((pin) => (
                <PinItem key={pin.id} pin={pin} version={version} review={review} />
              ))}
            </ul>
          )
        }
      </Reading>
    </Card>
  )
}
