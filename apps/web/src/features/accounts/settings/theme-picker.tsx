import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { type Theme, themes } from '@veranda/core/accounts/settings/theme.ts'
import { setTheme, useTheme } from '../../../lib/theme.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Sets the theme of this device at once, and stores it in the account for the next device. */
export function ThemePicker() {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const theme = useTheme()
  const save = useCommand(changeAccount)

  function choose(next: Theme) {
    setTheme(next)
    void save.run({ body: { theme: next } })
  }

  return (
    <RadioGroup
      label={t('theme')}
      look="row"
      value={theme}
      onChange={choose}
      options={themes.map((value) => ({ value, label: c(`theme.${value}`) }))}
    />
  )
}
