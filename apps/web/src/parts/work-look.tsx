import { readWork } from '@veranda/contract/works/routes.ts'
import { type Work } from '@veranda/contract/works/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ReadFailed } from './reading.tsx'
import { Viewer } from './viewer.tsx'
import styles from './work-tiles.module.css'

type Props = { id: string; name: string; thumbnail: string | null }

/** One work, looked at in the way of its kind, with its original where one may have it. */
export function WorkLook({ id, name, thumbnail }: Props) {
  const t = useWords('works')
  const { data, error, refetch } = useRead(readWork, { params: { id } })
  if (error) return <ReadFailed problem={error} failed={t('look.failed')} retry={() => void refetch()} />
  if (!data) return <Skeleton shape="block" height="320px" />
  return (
    <div className={styles.look}>
      <Shown work={data} name={name} thumbnail={thumbnail} />
      {data.originalUrl && (
        <p>
          <Anchor href={data.originalUrl} target="_blank" rel="noreferrer">
            {t('original')}
          </Anchor>
        </p>
      )}
    </div>
  )
}

function Shown({ work, name, thumbnail }: { work: Work; name: string; thumbnail: string | null }) {
  const t = useWords('works')
  if (work.model && work.facts) {
    return <Viewer name={name} url={work.model.url} thumbnail={thumbnail} facts={work.facts} />
  }
  if (work.kind === 'video' && work.originalUrl) {
    // What people upload comes without a track of captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    return <video className={styles.film} src={work.originalUrl} controls preload="metadata" aria-label={name} />
  }
  const picture = work.kind === 'picture' ? (work.originalUrl ?? work.thumbnail) : work.thumbnail
  if (picture) return <img className={styles.film} src={picture} alt={name} />
  return <p className={styles.quiet}>{t('look.nothing')}</p>
}
