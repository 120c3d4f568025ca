import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { channels, priorities } from '@veranda/core/notifications/types.ts'
import { cadences } from '@veranda/core/notifications/types.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './preferences.module.css'
import { type ChangePreferences } from './save-preferences.ts'

type Props = { preferences: Preferences; change: ChangePreferences }

/** Sets the lowest priority that a channel delivers at once. */
export function PreferencesThresholds({ preferences, change }: Props) {
  const t = useTranslations('notifications')
  return (
    <div className={styles.fields}>
      {channels.map((channel) => (
        <Field key={channel} label={t('screen.prefs.threshold', { channel: t(`screen.channel.${channel}`) })}>
          <Select
            value={preferences.priorityThresholds[channel]}
            onChange={(event) => {
              const priority = priorities.find((known) => known === event.target.value)
              if (priority) change({ priorityThresholds: { [channel]: priority } })
            }}
            options={priorities.map((priority) => ({ value: priority, label: t(`screen.threshold.${priority}`) }))}
          />
        </Field>
      ))}
    </div>
  )
}

/** Sets instant or digest delivery: the default, and overrides for each channel. */
export function PreferencesFrequency({ preferences, change }: Props) {
  const t = useTranslations('notifications')
  const options = cadences.map((cadence) => ({ value: cadence, label: t(`screen.cadence.${cadence}`) }))
  const cadenceOf = (text: string) => cadences.find((known) => known === text)
  return (
    <div className={styles.fields}>
      <Field label={t('screen.prefs.frequency.default')}>
        <Select
          value={preferences.frequency}
          options={options}
          onChange={(event) => {
            const frequency = cadenceOf(event.target.value)
            if (frequency) change({ frequency })
          }}
        />
      </Field>
      {channels.map((channel) => (
        <Field key={channel} label={t('screen.prefs.frequency.channel', { channel: t(`screen.channel.${channel}`) })}>
          <Select
            value={preferences.deliveryFrequency[channel] ?? preferences.frequency}
            options={options}
            onChange={(event) => {
              const cadence = cadenceOf(event.target.value)
              if (cadence) change({ deliveryFrequency: { [channel]: cadence } })
            }}
          />
        </Field>
      ))}
    </div>
  )
}
