import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { EmptyResults } from './empty-results.tsx'
import { type SearchFilters } from './search-filters.ts'
import styles from './search-results.module.css'
import { type TalentSearch } from './use-talent-search.ts'
import { CreatorCard } from './creator-card.tsx'

type Props = { search: TalentSearch; filters: SearchFilters; onChange: (filters: SearchFilters) => void }

/** Shows the creators that match the search. */
export function SearchResults({ search, filters, onChange }: Props) {
  const t = useTranslations('talent')
  if (search.isPending) return <ResultsSkeleton />
  if (search.problem && search.items.length === 0) {
    return <QueryError problem={search.problem} errorTitle={t('results.failed')} retry={search.retry} />
  }
  if (search.items.length === 0) {
    return <EmptyResults filters={filters} without={search.firstPage?.withoutFilters ?? []} onChange={onChange} />
  }
  const words = search.firstPage?.words ?? []
  return (
    <div className={styles.results} aria-busy={search.isPlaceholder}>
      <Corrections words={words} />
      <ul className={cx(styles.grid, search.isPlaceholder && styles.stale)} aria-label={t('results')}>
        {search.items.map((creator) => (
          // A page with every word needs no word about it.
          <CreatorCard key={creator.id} creator={creator} matched={matchedWords(creator.matched, words)} />
        ))}
      </ul>
      <LoadMoreButton list={search} />
    </div>
  )
}

/** Returns the words that a page has, as they were searched for; none if it has all of them. */
function matchedWords(matched: readonly string[], words: SearchReply['words']): string[] {
  if (matched.length === words.length) return []
  return words.flatMap(({ typed, corrected }) => (matched.includes(typed) ? [corrected ?? typed] : []))
}

/** Says which words were searched for in place of mistyped ones. */
function Corrections({ words }: { words: SearchReply['words'] }) {
  const t = useTranslations('talent')
  const { list } = useFormat()
  const corrected = words.filter((word) => word.corrected !== null)
  if (corrected.length === 0) return null
  const quoted = (texts: readonly string[]) => list(texts.map((text) => t('results.quoted', { text })))
  return (
    <p className={styles.note} role="status">
      {t('results.corrected', {
        typed: quoted(corrected.map(({ typed }) => typed)),
        shown: quoted(corrected.map((word) => word.corrected ?? '')),
      })}
    </p>
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
