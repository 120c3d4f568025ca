import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { chooseLanguage } from './choose-language.ts'
import { languageNames } from './language-names.ts'

/** Chooses the language of this device and of the account. */
export function LanguageSelect() {
  const t = useTranslations('accounts/settings')
  // Texts of the outcome.
  useTranslations('shell')
  const language = useLanguage()
  const names = languageNames(language)
  return (
    <Field label={t('language')} hint={t('language.hint')}>
      <Select
        value={language}
        onChange={(event) => {
          const chosen = names.find(({ tag }) => tag === event.target.value)
          if (chosen) void chooseLanguage(chosen.tag)
        }}
        options={names.map(({ tag, ownName, name }) => ({
          value: tag,
          // Isolated, since the two may have different directions.
          label: ownName === name ? name : `\u2068${ownName}\u2069 · \u2068${name}\u2069`,
        }))}
      />
    </Field>
  )
}
