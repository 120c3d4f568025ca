import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { flags } from '@veranda/core/notifications/types.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { PushSection } from '../push/push-section.tsx'
import { PreferencesMatrix } from './preferences-matrix.tsx'
import { PreferencesFrequency, PreferencesThresholds } from './preferences-frequency.tsx'
import { PreferencesGroups } from './preferences-groups.tsx'
import { PreferencesQuietHours } from './preferences-quiet-hours.tsx'
import { PreferencesSummary } from './preferences-summary.tsx'
import styles from './preferences.module.css'
import { type ChangePreferences } from './save-preferences.ts'

/** Renders all notification preferences; each change is saved on its own. */
export function PreferencesForm({ preferences, change }: { preferences: Preferences; change: ChangePreferences }) {
  const t = useTranslations('notifications')
  const pushKey = usePublicConfig()?.pushKey ?? null
  const sectionProps = { preferences, change }
  return (
    <>
      <PreferencesSection title={t('screen.prefs.summary')}>
        <PreferencesSummary preferences={preferences} />
      </PreferencesSection>
      <PreferencesSection title={t('screen.prefs.matrix')} text={t('screen.prefs.channels.text')} unpadded>
        <PreferencesMatrix {...sectionProps} />
      </PreferencesSection>
      {pushKey !== null && (
        <PreferencesSection title={t('screen.push.title')} text={t('screen.push.text')}>
          <PushSection pushKey={pushKey} isChannelOn={preferences.channels.push} />
        </PreferencesSection>
      )}
      <PreferencesSection title={t('screen.prefs.flags')} text={t('screen.prefs.flags.text')}>
        <div className={styles.part}>
          {([...flags, 'promotionalContent'] as const).map((flag) => (
            <Switch
              key={flag}
              label={t(`screen.flag.${flag}`)}
              hint={t(`screen.flag.${flag}.text`)}
              checked={preferences[flag]}
              onChange={(on) => change({ [flag]: on })}
            />
          ))}
        </div>
      </PreferencesSection>
      <PreferencesSection title={t('screen.prefs.quiet')}>
        <PreferencesQuietHours {...sectionProps} />
      </PreferencesSection>
      <PreferencesSection title={t('screen.prefs.groups')} text={t('screen.prefs.groups.text')}>
        <PreferencesGroups {...sectionProps} />
      </PreferencesSection>
      <PreferencesSection title={t('screen.prefs.thresholds')} text={t('screen.prefs.thresholds.text')}>
        <PreferencesThresholds {...sectionProps} />
      </PreferencesSection>
      <PreferencesSection title={t('screen.prefs.frequency')} text={t('screen.prefs.frequency.text')}>
        <PreferencesFrequency {...sectionProps} />
      </PreferencesSection>
    </>
  )
}

type PreferencesSectionProps = { title: string; text?: string; unpadded?: boolean; children: ReactNode }

function PreferencesSection({ title, text, unpadded = false, children }: PreferencesSectionProps) {
  return (
    <Card title={title}>
      {text !== undefined && <p className={styles.lead}>{text}</p>}
      <div className={unpadded ? undefined : styles.padded}>{children}</div>
    </Card>
  )
}
