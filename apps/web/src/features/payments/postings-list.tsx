import { listPostings } from '@veranda/contract/payments/routes.ts'
import { type Posting } from '@veranda/contract/payments/schemas.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import { type OpenEntries } from './balance-address.ts'
import styles from './postings-timeline.module.css'
import { postingWords } from './posting-words.ts'

/** The entries behind one number, newest first, under the sum that they make; or those of one milestone. */
export function PostingsList({ of, label }: { of: OpenEntries; label: string }) {
  const t = useWords('payments')
  const list = useList(listPostings, { query: { ...of, limit: 50 } })
  if (list.problem && list.items.length === 0) return <ReadFailed problem={list.problem} retry={list.retry} />
  if (list.isPending) return <SkeletonRows count={4} label={t('postings.loading')} />
  const total = list.first?.total
  return (
    <Stack>
      {total && (
        <p className={styles.sum}>
          {t('postings.sum')} <Amount money={total} size="large" />
        </p>
      )}
      {list.items.length === 0 ? (
        <EmptyState compact level={3} icon="receipt" title={t('postings.empty')} text={t('postings.empty.text')} />
      ) : (
        <ol className={styles.bare} aria-label={label}>
          {list.items.map((posting) => (
            <Entry key={posting.id} posting={posting} />
          ))}
        </ol>
      )}
      <MoreButton list={list} />
    </Stack>
  )
}

function Entry({ posting }: { posting: Posting }) {
  const t = useWords('payments')
  const format = useFormat()
  const { project, milestone, booking, effect, amount } = posting
  const { kind, account } = postingWords(posting)
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        {t(kind)}
        <span className={styles.quiet}>
          {t(account)}
          {project && (
            <>
              {' · '}
              <Link
                kind="quiet"
                href={milestone ? `/projects/${project.id}?milestone=${milestone.id}` : `/projects/${project.id}`}
              >
                {milestone?.title ?? project.title}
              </Link>
            </>
          )}
          {booking && (
            <>
              {' · '}
              <Link kind="quiet" href={`/booking/confirm/${booking.id}`}>
                {booking.title}
              </Link>
            </>
          )}
          {' · '}
          <When at={posting.at} show="moment" />
        </span>
      </span>
      <span className={styles.effect}>
        {effect > 0 ? '+' : ''}
        {format.money({ amount: effect, currency: amount.currency })}
      </span>
    </li>
  )
}
