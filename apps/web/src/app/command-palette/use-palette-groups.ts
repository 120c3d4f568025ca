import { type IconName } from '@veranda/ui/icon-paths.ts'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { themes } from '@veranda/core/accounts/settings/theme.ts'
import { setTheme } from '../../lib/theme.ts'
import { usePaymentsOff } from '../../lib/public-config.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import { type PaletteEntry, type PaletteGroup } from './palette-group.ts'

const screenEntries: readonly [href: string, name: MessageKey<'shell'>, icon: IconName][] = [
  ['/dashboard', 'screen.dashboard', 'dashboard'],
  ['/projects', 'screen.projects', 'projects'],
  ['/projects/new', 'screen.new-project', 'plus'],
  ['/search', 'screen.search', 'search'],
  ['/messages', 'screen.messages', 'message'],
  ['/notifications', 'screen.notifications', 'bell'],
  ['/notification-preferences', 'screen.preferences', 'bell'],
  ['/appointments', 'screen.appointments', 'calendar'],
  ['/payment', 'screen.payment', 'wallet'],
  ['/profile', 'screen.profile', 'user'],
  ['/settings', 'screen.settings', 'settings'],
  ['/settings/security', 'screen.security', 'lock'],
  ['/showcases', 'screen.showcases', 'headset'],
  ['/support', 'screen.support', 'help'],
  ['/terms', 'screen.terms', 'file'],
  ['/privacy', 'screen.privacy', 'file'],
  ['/refund', 'screen.refund', 'file'],
]

/** Returns the groups that match the query: screens, projects, creators, commands. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const t = useTranslations('shell/command-palette')
  const tShell = useTranslations('shell')
  const tCommon = useTranslations('common')
  const searchGroups = usePaletteSearch(typed)
  const needle = typed.trim().toLocaleLowerCase()
  const matches = (entry: PaletteEntry) => entry.label.toLocaleLowerCase().includes(needle)
  const paymentsOff = usePaymentsOff()
  const offeredScreens = screenEntries.filter(([href]) => href !== '/payment' || !paymentsOff)
  const matchingScreens: PaletteEntry[] = offeredScreens.map(([href, name, icon]) => ({
    id: href,
    icon,
    label: tShell(name),
    href,
  }))
  const themeEntries: PaletteEntry[] = themes.map((theme) => ({
    id: `theme-${theme}`,
    icon: theme === 'dusk' ? 'moon' : theme === 'daylight' ? 'sun' : 'screen',
    label: t('theme', { theme: tCommon(`theme.${theme}`) }),
    run: () => setTheme(theme),
  }))
  return [
    { id: 'screens', title: t('screens'), entries: matchingScreens.filter(matches) },
    ...searchGroups,
    { id: 'commands', title: t('commands'), entries: themeEntries.filter(matches) },
  ].filter((group) => group.entries.length > 0)
}
