import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { channels, notificationTypes } from '@veranda/core/notifications/types.ts'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { typeIcons } from '../centre/notification-row.tsx'
import styles from './preferences.module.css'
import { type ChangePreferences } from './save-preferences.ts'

/** Renders types by channels, with a switch for each whole channel and each whole type. */
export function PreferencesMatrix({ preferences, change }: { preferences: Preferences; change: ChangePreferences }) {
  const t = useTranslations('notifications')
  const pushIsOff = usePublicConfig()?.pushKey === null
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.matrix}>
          <caption>
            <VisuallyHidden>{t('screen.prefs.matrix')}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('screen.prefs.type')}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  <label className={styles.channel}>
                    {t(`screen.channel.${channel}`)}
                    <input
                      type="checkbox"
                      role="switch"
                      className={styles.cell}
                      checked={preferences.channels[channel]}
                      onChange={(event) => change({ channels: { [channel]: event.target.checked } })}
                    />
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationTypes.map((type) => {
              const name = t(`screen.type.${type}`)
              const on = preferences.types[type] ?? true
              return (
                <tr key={type} className={cx(!on && styles.off)}>
                  <th scope="row">
                    <label className={styles.type}>
                      <input
                        type="checkbox"
                        className={styles.typeBox}
                        checked={on}
                        aria-label={t('screen.prefs.type.all', { type: name })}
                        onChange={(event) => change({ types: { [type]: event.target.checked } })}
                      />
                      <Icon name={typeIcons[type]} size={18} />
                      <span>{name}</span>
                    </label>
                  </th>
                  {channels.map((channel) => (
                    <td key={channel}>
                      <input
                        type="checkbox"
                        className={styles.cell}
                        aria-label={t('screen.prefs.cell', { type: name, channel: t(`screen.channel.${channel}`) })}
                        disabled={!on || !preferences.channels[channel]}
                        checked={preferences.typeChannels[type]?.[channel] ?? true}
                        onChange={(event) => change({ typeChannels: { [type]: { [channel]: event.target.checked } } })}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {pushIsOff && <p className={styles.note}>{t('screen.prefs.push.off')}</p>}
    </>
  )
}
