import { Badge } from '@veranda/ui/badge.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { useUnreadCounts } from '../../lib/realtime/unread-counts.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { LanguagePicker } from '../../features/accounts/language/language-picker.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { openPalette, paletteShortcut } from '../command-palette/palette-state.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const t = useTranslations('shell')
  const { count } = useUnreadCounts()
  const bell = count > 0 ? t('bell.unread', { count }) : t('bell')
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon="menu" label={t('nav.open')} onClick={onMenu} />
      </span>
      <div className={styles.start}>
        <Breadcrumbs />
      </div>
      <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
        <Icon name="search" size={18} />
        <span className={styles.findText}>{t('find')}</span>
        <Kbd>{paletteShortcut()}</Kbd>
      </button>
      <span className={styles.findSmall}>
        <IconButton icon="search" label={t('find.short')} onClick={openPalette} />
      </span>
      <LanguagePicker />
      <IconButton icon="bell" label={bell} href="/notifications" badge={count > 0 && <Badge count={count} />} />
      <UserMenu />
    </header>
  )
}
