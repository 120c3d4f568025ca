import { useFormat } from '../../lib/format.ts'
import { useServerNow } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n.ts'

const spelledNumbers = [2, 3, 4, 5, 6, 7, 8, 9] as const

/** Returns a function that makes the greeting, such as "Two things need you, Maya". */
export function useGreeting(): (count: number) => string {
  const t = useTranslations('dashboard')
  const name = useSession().user?.firstName ?? ''
  return (count) => {
    if (count === 0) return t('waits.none', { name })
    const spelled = spelledNumbers.find((known) => known === count)
    return t('waits', { count, name, number: spelled ? t(`number.${spelled}`) : String(count) })
  }
}

/** Returns the current date and time in the user's zone, such as "Thursday 26 November, 18:20 in Lisbon". */
export function useLocalDateTime(): string {
  const t = useTranslations('dashboard')
  const { timeZone, time, day } = useFormat()
  const iso = new Date(useServerNow()).toISOString()
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return t('in-zone', { date: day(iso), time: time(iso), place })
}
