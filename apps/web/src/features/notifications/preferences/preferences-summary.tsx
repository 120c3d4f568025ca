import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { summarizeChannel } from '@veranda/core/notifications/delivery/delivery-cadence.ts'
import { flags } from '@veranda/core/notifications/types.ts'
import { useClockText } from '../../../components/time/time-select.tsx'
import { SentenceGap } from '../../../components/sentence-gap.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import styles from './preferences.module.css'

/** Says in a few sentences what pops up, what is emailed and what is pushed, and when. */
export function PreferencesSummary({ preferences }: { preferences: Preferences }) {
  const t = useTranslations('notifications')
  const clockText = useClockText()
  const { quietHours } = preferences
  const inApp = summarizeChannel('inApp', preferences)
  const email = summarizeChannel('email', preferences)
  const push = summarizeChannel('push', preferences)
  const hasPush = typeof usePublicConfig()?.pushKey === 'string'
  return (
    <div className={styles.summary}>
      <p>{t(inApp.isOn ? `screen.prefs.summary.inApp.${inApp.instantFrom}` : 'screen.prefs.summary.inApp.off')}</p>
      <p>
        {t(email.isOn ? `screen.prefs.summary.email.${email.instantFrom}` : 'screen.prefs.summary.email.off')}
        {email.isOn && email.rest && (
          <>
            <SentenceGap />
            {t(`screen.prefs.summary.rest.${email.rest}`)}
          </>
        )}
      </p>
      {hasPush && (
        <p>
          {t(push.isOn ? `screen.prefs.summary.push.${push.instantFrom}` : 'screen.prefs.summary.push.off')}
          {push.isOn && push.rest && (
            <>
              <SentenceGap />
              {t(`screen.prefs.summary.push.rest.${push.rest}`)}
            </>
          )}
        </p>
      )}
      {quietHours.enabled && (
        <p>{t('screen.prefs.summary.quiet', { start: clockText(quietHours.start), end: clockText(quietHours.end) })}</p>
      )}
      {isSomeOff(preferences, hasPush) && <p>{t('screen.prefs.summary.some-off')}</p>}
    </div>
  )
}

/** Returns whether a type, a group of people or a kind of pop-up is switched off. */
function isSomeOff(preferences: Preferences, hasPush: boolean): boolean {
  const { types, typeChannels, groups, groupTypes } = preferences
  const channelsOfTypes = Object.values(typeChannels).flatMap((one) => [one.inApp, one.email, one.push || !hasPush])
  const switches = [...Object.values(types), ...channelsOfTypes, ...Object.values(groups), ...Object.values(groupTypes)]
  return switches.includes(false) || flags.some((flag) => !preferences[flag])
}
