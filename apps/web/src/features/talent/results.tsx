import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { cx } from '@veranda/ui/cx.ts'
import styles from './results.module.css'
import { type TalentSearch } from './search.ts'
import { TalentCard } from './talent-card.tsx'

/** Whom the search found. */
export function Results({ search, onClear }: { search: TalentSearch; onClear: () => void }) {
  const t = useWords('talent')
  if (search.isPending) return <Shape />
  if (search.problem && search.items.length === 0) {
    return <ReadFailed problem={search.problem} failed={t('results.failed')} retry={search.retry} />
  }
  if (search.items.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t('results.empty.title')}
        text={t('results.empty.text')}
        actions={<Button onClick={onClear}>{t('results.empty.clear')}</Button>}
      />
    )
  }
  return (
    <div className={styles.results} aria-busy={search.isPlaceholder}>
      <ul className={cx(styles.grid, search.isPlaceholder && styles.stale)} aria-label={t('results')}>
        {search.items.map((talent) => (
          <TalentCard key={talent.id} talent={talent} />
        ))}
      </ul>
      <MoreButton list={search} />
    </div>
  )
}

function Shape() {
  const t = useWords('talent')
  return (
    <div className={styles.grid} role="status" aria-label={t('results.loading')}>
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <div key={key} className={styles.shape}>
          <Skeleton shape="block" height="150px" />
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  )
}
