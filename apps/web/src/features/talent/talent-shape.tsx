import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useWords } from '../../lib/words.ts'
import styles from './talent-page.module.css'

/** A creator's page on its way. */
export function TalentShape() {
  const t = useWords('talent')
  return (
    <div className={styles.page} role="status" aria-label={t('talent.loading')}>
      <div className={styles.head}>
        <Skeleton shape="round" width="96px" height="96px" />
        <div className={styles.who}>
          <Skeleton shape="title" width="40%" />
          <Skeleton width="70%" />
          <Skeleton width="24%" />
        </div>
      </div>
      <div className={styles.layout}>
        <Skeleton shape="block" height="320px" />
        <Skeleton shape="block" height="180px" />
      </div>
    </div>
  )
}
