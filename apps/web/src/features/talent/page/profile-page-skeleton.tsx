import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './profile-page.module.css'

/** Shows the skeleton of a creator's page. */
export function ProfilePageSkeleton() {
  const t = useTranslations('talent')
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
