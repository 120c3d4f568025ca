import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useLocation } from 'react-router'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { dismissInstall, install, installOffered } from '../../lib/service-worker/install-offer.ts'
import { useStore } from '../../lib/store.ts'
import styles from './install-offer.module.css'

/** Offers to install the app, on the dashboard of someone who has begun something here. */
export function InstallOffer() {
  const offered = useStore(installOffered)
  const { pathname } = useLocation()
  return offered && (pathname === '/' || pathname === '/dashboard') ? <OfferToActiveUser /> : null
}

function OfferToActiveUser() {
  const t = useTranslations('shell/connection')
  // New users have first steps and nothing else.
  const { data } = useRead(readDashboard)
  if (!data || data.firstSteps) return null
  return (
    <section className={styles.offer} aria-label={t('install')}>
      <Banner
        title={t('install')}
        action={
          <Inline gap={1} wrap>
            <Button size="small" onClick={() => void install()}>
              {t('install.do')}
            </Button>
            <Button size="small" kind="quiet" onClick={() => void dismissInstall()}>
              {t('install.never')}
            </Button>
          </Inline>
        }
      >
        {t('install.text')}
      </Banner>
    </section>
  )
}
