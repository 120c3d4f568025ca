import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { flags } from '@veranda/core/notifications/types.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { PreferencesMatrix } from './preferences-matrix.tsx'
import { PreferencesFrequency, PreferencesThresholds } from './preferences-pace.tsx'
import { PreferencesPeople } from './preferences-people.tsx'
import { PreferencesQuiet } from './preferences-quiet.tsx'
import styles from './preferences.module.css'
import { type Change } from './save-preferences.ts'

/** How one wishes to be told; each change is saved by itself. */
export function PreferencesForm({ preferences, change }: { preferences: Preferences; change: Change }) {
  const t = useWords('notifications')
  const given = { preferences, change }
  return (
    <>
      <Part title={t('screen.prefs.matrix')} text={t('screen.prefs.channels.text')} bare>
        <PreferencesMatrix {...given} />
      </Part>
      <Part title={t('screen.prefs.flags')} text={t('screen.prefs.flags.text')}>
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
      </Part>
      <Part title={t('screen.prefs.quiet')}>
        <PreferencesQuiet {...given} />
      </Part>
      <Part title={t('screen.prefs.groups')} text={t('screen.prefs.groups.text')}>
        <PreferencesPeople {...given} />
      </Part>
      <Part title={t('screen.prefs.thresholds')} text={t('screen.prefs.thresholds.text')}>
        <PreferencesThresholds {...given} />
      </Part>
      <Part title={t('screen.prefs.frequency')} text={t('screen.prefs.frequency.text')}>
        <PreferencesFrequency {...given} />
      </Part>
    </>
  )
}

type PartProps = { title: string; text?: string; bare?: boolean; children: ReactNode }

function Part({ title, text, bare = false, children }: PartProps) {
  return (
    <Card title={title}>
      {text !== undefined && <p className={styles.lead}>{text}</p>}
      <div className={bare ? undefined : styles.padded}>{children}</div>
    </Card>
  )
}
