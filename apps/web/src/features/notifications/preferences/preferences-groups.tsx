import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { groups, groupTypes } from '@veranda/core/notifications/types.ts'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './preferences.module.css'
import { type ChangePreferences } from './save-preferences.ts'

/** Sets which groups of users may notify at once, and about what. */
export function PreferencesGroups({ preferences, change }: { preferences: Preferences; change: ChangePreferences }) {
  const t = useTranslations('notifications')
  const { all } = preferences.groups
  return (
    <div className={styles.part}>
      <Switch
        label={t('screen.group.all')}
        hint={t('screen.group.all.text')}
        checked={all}
        onChange={(on) => change({ groups: { all: on } })}
      />
      <div className={styles.nested}>
        {groups.map((group) => (
          <Switch
            key={group}
            label={t(`screen.group.${group}`)}
            hint={t(`screen.group.${group}.text`)}
            disabled={!all}
            checked={preferences.groups[group]}
            onChange={(on) => change({ groups: { [group]: on } })}
          />
        ))}
      </div>
      <fieldset>
        <legend className={styles.legend}>{t('screen.prefs.kinds')}</legend>
        <div className={styles.days}>
          {groupTypes.map((kind) => (
            <ToggleChip
              key={kind}
              on={preferences.groupTypes[kind]}
              onChange={(on) => change({ groupTypes: { [kind]: on } })}
            >
              {t(`screen.groupType.${kind}`)}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
