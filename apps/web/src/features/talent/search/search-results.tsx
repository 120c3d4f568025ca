import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useTranslations } from '../../../lib/i18n.ts'
import { LoadMoreButton } from '../../../components/load-more-button.tsx'
import { QueryError } from '../../../components/query-boundary.tsx'
import { cx } from '@veranda/ui/cx.ts'
import styles from './search-results.module.css'
import { type TalentSearch } from './use-talent-search.ts'
import { TalentCard } from './talent-card.tsx'

/** Shows the creators that match the search. */
export function SearchResults({ search, onClear }: { search: TalentSearch; onClear: () => void }) {
  const t = useTranslations('talent')
  if (search.isPending) return <ResultsSkeleton />
  if (search.problem && search.items.length === 0) {
    return <QueryError problem={search.problem} errorTitle={t('results.failed')} retry={search.retry} />
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
      <LoadMoreButton list={search} />
    </div>
  )
}

function ResultsSkeleton() {
  const t = useTranslations('talent')
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
