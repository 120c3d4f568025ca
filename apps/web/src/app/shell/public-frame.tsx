import { Anchor } from '@veranda/ui/anchor.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n.ts'
import { Logo } from '../../components/logo.tsx'
import { Footer } from './footer.tsx'
import styles from './public-frame.module.css'

/** Wraps the screens that can be read without signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  return (
    <div className={styles.frame}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <header className={styles.bar}>
        <Anchor className={styles.brand} href="/">
          <Logo />
          {c('brand')}
        </Anchor>
        <Button href="/login">{t('screen.login')}</Button>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
