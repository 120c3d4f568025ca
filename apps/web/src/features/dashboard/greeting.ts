import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { zonePlace } from '@veranda/core/time/zone-place.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

const spelledNumbers = [2, 3, 4, 5, 6, 7, 8, 9] as const

type Greeting = { title: string; lead: string | undefined }

/**
 * Returns a function that makes the greeting, such as "Two things need you, Maya", or a welcome to a new user, for whom
 * nothing waits yet.
 */
export function useGreeting(): (waiting: number, firstSteps: Dashboard['firstSteps'] | undefined) => Greeting {
  const t = useTranslations('dashboard')
  const name = useSession().user?.firstName ?? ''
  return (count, firstSteps) => {
    if (count === 0 && firstSteps) return { title: t('welcome', { name }), lead: t(`welcome.${firstSteps.role}`) }
    if (count === 0) return { title: t('waits.none', { name }), lead: undefined }
    const spelled = spelledNumbers.find((known) => known === count)
    return { title: spelled ? t(`waits.${spelled}`, { name }) : t('waits', { count, name }), lead: undefined }
  }
}

/** Returns the current date and time in the user's zone, such as "Thursday 26 November, 18:20 in Lisbon". */
export function useLocalDateTime(): string {
  const t = useTranslations('dashboard')
  const { timeZone, time, day } = useFormat()
  const iso = new Date(useServerNow()).toISOString()
  const place = zonePlace(timeZone)
  const now = { date: day(iso), time: time(iso) }
  // Without the helper that writes such times elsewhere, which the first load has no room for.
  return place === undefined
    ? t('in-zone', { ...now, zone: timeZone.replace('Etc/', '') })
    : t('in-place', { ...now, place })
}
