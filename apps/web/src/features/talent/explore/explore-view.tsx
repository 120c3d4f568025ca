import { exploreCreators } from '@veranda/contract/talent/explore/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useSearchParams } from 'react-router'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './explore-view.module.css'
import { ExploreBar } from './explore-bar.tsx'
import { ExploreCard } from './explore-card.tsx'
import { type ExploreFilters, parseExploreFilters, toExploreParams } from './explore-filters.ts'

/** Its picture is the largest content of the page on a phone, and loads first. */
const eagerCards = 1

/** Shows the gallery with its filters, which are in the address. */
export function ExploreView() {
  const t = useTranslations('talent/explore')
  const [params, setParams] = useSearchParams()
  const filters = parseExploreFilters(params)
  const list = useList(exploreCreators, { query: filters }, { keepPrevious: true })
  const apply = (next: ExploreFilters) => setParams(toExploreParams(next), { preventScrollReset: true })
  const { firstPage } = list
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <ExploreBar filters={filters} disciplines={firstPage?.disciplines ?? []} onChange={apply} />
      <p className={styles.count} role="status">
        {list.isPlaceholder ? t('results.updating') : firstPage && t('results.count', { count: firstPage.total })}
      </p>
      {list.isPending ? (
        <GallerySkeleton />
      ) : list.problem && list.items.length === 0 ? (
        <QueryError problem={list.problem} errorTitle={t('results.failed')} retry={list.retry} />
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={isFiltered ? 'search' : 'cube'}
          title={t(isFiltered ? 'empty.title' : 'none.title')}
          text={t(isFiltered ? 'empty.text' : 'none.text')}
          actions={isFiltered && <Button onClick={() => apply({})}>{t('empty.clear')}</Button>}
        />
      ) : (
        <>
          <ul
            className={cx(styles.grid, list.isPlaceholder && styles.stale)}
            aria-label={t('results')}
            aria-busy={list.isPlaceholder}
          >
            {list.items.map((card, index) => (
              <ExploreCard key={card.handle} card={card} eager={index < eagerCards} />
            ))}
          </ul>
          <LoadMoreButton list={list} />
        </>
      )}
    </>
  )
}

function GallerySkeleton() {
  const t = useTranslations('talent/explore')
  return (
    <div className={styles.grid} role="status" aria-label={t('results.loading')}>
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <div key={key} className={styles.shape}>
          <Skeleton shape="block" height="100%" />
          <Skeleton width="60%" />
        </div>
      ))}
    </div>
  )
}
