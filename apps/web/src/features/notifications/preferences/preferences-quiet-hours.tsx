import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './preferences.module.css'
import { type ChangePreferences } from './save-preferences.ts'
import { TimeSelect } from '../../../components/time/time-select.tsx'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'

/** Monday to Sunday, as numbered by ISO 8601. */
const isoWeekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Sets the quiet hours. */
export function PreferencesQuietHours({
  preferences,
  change,
}: {
  preferences: Preferences
  change: ChangePreferences
}) {
  const t = useTranslations('notifications')
  const nameOf = useWeekdayName()
  const { quietHours } = preferences
  return (
    <div className={styles.part}>
      <Switch
        label={t('screen.prefs.quiet.on')}
        hint={t('screen.prefs.quiet.text')}
        checked={quietHours.enabled}
        onChange={(enabled) => change({ quietHours: { enabled } })}
      />
      {quietHours.enabled && (
        <>
          <div className={styles.fields}>
            {(['start', 'end'] as const).map((side) => (
              <Field key={side} label={t(`screen.prefs.quiet.${side}`)}>
                <TimeSelect value={quietHours[side]} onChange={(time) => change({ quietHours: { [side]: time } })} />
              </Field>
            ))}
            <Field label={t('screen.prefs.quiet.zone')}>
              <TimeZoneSelect
                value={quietHours.timeZone}
                onChange={(timeZone) => change({ quietHours: { timeZone } })}
              />
            </Field>
          </div>
          <fieldset>
            <legend className={styles.legend}>{t('screen.prefs.quiet.days')}</legend>
            <div className={styles.days}>
              {isoWeekdays.map((day) => {
                const on = quietHours.days.includes(day)
                const other = quietHours.days.filter((one) => one !== day)
                return (
                  <ToggleChip
                    key={day}
                    on={on}
                    onChange={() =>
                      change({ quietHours: { days: on ? other : [...other, day].toSorted((a, b) => a - b) } })
                    }
                  >
                    {nameOf(day)}
                  </ToggleChip>
                )
              })}
            </div>
          </fieldset>
        </>
      )}
    </div>
  )
}

function useWeekdayName(): (day: number) => string {
  const format = new Intl.DateTimeFormat(useFormat().locale, { weekday: 'short', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return (day) => format.format(new Date(Date.UTC(2024, 0, day)))
}
