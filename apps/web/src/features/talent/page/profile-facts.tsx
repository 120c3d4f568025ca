import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { zonedTime } from '../../../lib/i18n/zoned-time.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import styles from './profile-page.module.css'

/** Shows key facts: local time, languages, completed commissions. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  const t = useTranslations('talent')
  const format = useFormat()
  const language = useLanguage()
  const now = useServerNow()
  const at = new Date(now).toISOString()
  const time = zonedTime({ language, zone: profile.timeZone, at }, (zone) =>
    t('fact.time.value', { time: formatFor(language, profile.timeZone).time(at), zone }),
  )
  const facts = [
    { id: 'accepting', name: t('fact.accepting'), value: t(`accepting.${profile.accepting}`) },
    { id: 'time', name: t('fact.time'), value: time },
    ...(profile.languages.length === 0
      ? []
      : [
          {
            id: 'languages',
            name: t('fact.languages'),
            value: format.list(profile.languages.map((tag) => format.languageName(tag))),
          },
        ]),
    { id: 'completed', name: t('fact.completed'), value: t('fact.completed.value', { count: profile.completedCount }) },
    { id: 'since', name: t('fact.since'), value: <Timestamp at={profile.memberSince} show="date" /> },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ id, name, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
