import { Badge } from '@veranda/ui/badge.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { useUnread } from '../lib/unread.ts'
import { useWords } from '../lib/words.ts'
import { Crumbs } from './crumbs.tsx'
import { openPalette, paletteKeys } from './palette-state.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const t = useWords('shell')
  const { count } = useUnread()
  const bell = count > 0 ? t('bell.unread', { count }) : t('bell')
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon="menu" label={t('nav.open')} onClick={onMenu} />
      </span>
      <div className={styles.start}>
        <Crumbs />
      </div>
      <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
        <Icon name="search" size={18} />
        <span className={styles.findText}>{t('find')}</span>
        <Kbd>{paletteKeys()}</Kbd>
      </button>
      <span className={styles.findSmall}>
        <IconButton icon="search" label={t('find.short')} onClick={openPalette} />
      </span>
      <IconButton icon="bell" label={bell} href="/notifications" badge={count > 0 && <Badge count={count} />} />
      <UserMenu />
    </header>
  )
}
