import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './public-page.module.css'
import featured from './featured-work.module.css'

/** Shows the shape of a public page while it loads. */
export function PublicPageSkeleton() {
  const t = useTranslations('talent/explore')
  return (
    <div className={styles.layout} role="status" aria-label={t('page.loading')}>
      <div className={styles.hero}>
        <div className={featured.frame}>
          <Skeleton shape="block" height="100%" />
        </div>
      </div>
      <div className={styles.side}>
        <Skeleton shape="round" width="64px" height="64px" />
        <Skeleton shape="title" width="70%" />
        <Skeleton width="90%" />
        <Skeleton shape="block" height="140px" />
      </div>
    </div>
  )
}
