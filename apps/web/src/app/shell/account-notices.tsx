import { Banner } from '@veranda/ui/banner.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { TextWithTime } from '../../components/time/text-with-time.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useOwnAccount } from '../../lib/session/own-account.ts'
import styles from './account-notices.module.css'

const NewTermsDialog = lazy(() =>
  import('../../features/accounts/terms/new-terms-dialog.tsx').then((module) => ({ default: module.NewTermsDialog })),
)

/**
 * Says above every screen when the account will be deleted, and asks for new terms on every screen but that of the texts
 * themselves. In a room nothing covers the scene.
 */
export function AccountNotices() {
  const { pathname } = useLocation()
  const account = useOwnAccount().data
  if (account === undefined || pathname.startsWith('/rooms/')) return null
  const { deletionAt, outdatedTerms } = account
  return (
    <>
      {/* The settings have a banner of their own, with the button. */}
      {deletionAt !== null && pathname !== '/settings' && <DeletionBanner at={deletionAt} />}
      {outdatedTerms !== null && !/^\/(terms|privacy|refund)$/.test(pathname) && (
        <Suspense>
          <NewTermsDialog agreedVersion={outdatedTerms} />
        </Suspense>
      )}
    </>
  )
}

function DeletionBanner({ at }: { at: string }) {
  const t = useTranslations('accounts/settings')
  return (
    <section className={styles.banner} aria-label={t('deletion.scheduled.label')}>
      <Banner
        tone="warning"
        title={<TextWithTime text={t('deletion.scheduled')} at={at} show="date" />}
        action={<Link href="/settings">{t('deletion.scheduled.manage')}</Link>}
      >
        {t('deletion.scheduled.text')}
      </Banner>
    </section>
  )
}
