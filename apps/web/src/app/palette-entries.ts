import { type IconName } from '@veranda/ui/icon-paths.ts'
import { type KeyOf } from '@veranda/words/words.ts'
import { chooseTheme, themes } from '../lib/theme.ts'
import { useWords } from '../lib/words.ts'
import { usePaletteFinds } from './palette-finds.ts'
import { type PaletteEntry, type PaletteGroup } from './palette-group.ts'

const screens: readonly [href: string, name: KeyOf<'shell'>, icon: IconName][] = [
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

/** The groups for what has been typed: screens, projects, people, commands. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const t = useWords('shell')
  const c = useWords('common')
  const finds = usePaletteFinds(typed)
  const wanted = typed.trim().toLocaleLowerCase()
  const fits = (entry: PaletteEntry) => entry.label.toLocaleLowerCase().includes(wanted)
  const places: PaletteEntry[] = screens.map(([href, name, icon]) => ({ id: href, icon, label: t(name), href }))
  const looks: PaletteEntry[] = themes.map((theme) => ({
    id: `theme-${theme}`,
    icon: theme === 'dusk' ? 'moon' : theme === 'daylight' ? 'sun' : 'screen',
    label: t('find.theme', { theme: c(`theme.${theme}`) }),
    act: () => chooseTheme(theme),
  }))
  return [
    { id: 'screens', title: t('find.screens'), entries: places.filter(fits) },
    ...finds,
    { id: 'commands', title: t('find.commands'), entries: looks.filter(fits) },
  ].filter((group) => group.entries.length > 0)
}
