import { IconButton } from '@veranda/ui/icon-button.tsx'
import { PathIcon } from '@veranda/ui/icon.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useEffect } from 'react'
import { followOtherTabs } from '../../../lib/i18n/change-language.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { chooseLanguage } from './choose-language.ts'
import { languageNames } from './language-names.ts'

const globePath =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3'

/** Chooses the language from a menu behind an icon, and follows a choice in another tab. */
export function LanguageMenu() {
  const t = useTranslations('shell')
  const language = useLanguage()
  useEffect(followOtherTabs, [])
  const items = languageNames(language).map(({ tag, ownName, name }) => ({
    id: tag,
    label: ownName,
    lang: tag,
    detail: tag === language ? undefined : name,
    checked: tag === language,
    onPress: () => void chooseLanguage(tag),
  }))
  return (
    <Menu label={t('language.pick')} items={items}>
      {(trigger) => <IconButton {...trigger} icon={<PathIcon path={globePath} />} label={t('language.pick')} />}
    </Menu>
  )
}
