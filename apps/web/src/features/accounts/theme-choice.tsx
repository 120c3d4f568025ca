import { changeAccount } from '@veranda/contract/accounts/routes.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useCommand } from '../../lib/command.ts'
import { chooseTheme, type Theme, themes, useTheme } from '../../lib/theme.ts'
import { useWords } from '../../lib/words.ts'

/** The look of this device at once, and of the account for the next device. */
export function ThemeChoice() {
  const t = useWords('settings')
  const c = useWords('common')
  const theme = useTheme()
  const save = useCommand(changeAccount)

  function choose(next: Theme) {
    chooseTheme(next)
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
