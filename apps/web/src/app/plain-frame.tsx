import { Anchor } from '@veranda/ui/anchor.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { Mark } from '../parts/mark.tsx'
import { Footer } from './footer.tsx'
import styles from './plain-frame.module.css'

/** Around what one may read without signing in. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const t = useWords('shell')
  const c = useWords('common')
  return (
    <div className={styles.frame}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <header className={styles.bar}>
        <Anchor className={styles.brand} href="/">
          <Mark />
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
