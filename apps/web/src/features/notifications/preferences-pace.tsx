import { channels, type Preferences, priorities } from '@veranda/contract/notifications/schemas.ts'
import { cadences } from '@veranda/core/notifications/types.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useWords } from '../../lib/words.ts'
import styles from './preferences.module.css'
import { type Change } from './save-preferences.ts'

type Props = { preferences: Preferences; change: Change }

/** From which priority a channel is used at once. */
export function PreferencesThresholds({ preferences, change }: Props) {
  const t = useWords('notifications')
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

/** At once or in digests: the rule, and each channel's own. */
export function PreferencesFrequency({ preferences, change }: Props) {
  const t = useWords('notifications')
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
        <Field key={channel} label={t(`screen.channel.${channel}`)}>
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
