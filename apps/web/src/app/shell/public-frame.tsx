import { Anchor, type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { type ReactNode, useEffect } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { retrySignOut } from '../../lib/session/retry-sign-out.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Logo } from '../../components/page/logo.tsx'
import { LanguagePicker } from '../../features/accounts/language/language-picker.tsx'
import { Footer } from './footer.tsx'
import styles from './public-frame.module.css'

/** Wraps the screens that can be read without signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  useEffect(() => void retrySignOut(), [])
  return (
    <div className={styles.frame}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <header className={styles.bar}>
        <Anchor className={styles.brand} href="/">
          <Logo />
          {c('brand')}
        </Anchor>
        <div className={styles.links}>
          <LanguagePicker />
          <Link href="/explore">{t('screen.explore')}</Link>
          {/* Signing in from a public page leads back to it. */}
          <AnchorProvider component={ReturningAnchor}>
            <Button href="/login">{t('screen.login')}</Button>
          </AnchorProvider>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Remembers the page that it is on, as the route guard does. */
function ReturningAnchor({ href, ...rest }: AnchorProps) {
  const { pathname, search, hash } = useLocation()
  return <RouterLink to={href} state={{ from: `${pathname}${search}${hash}` }} {...rest} />
}
