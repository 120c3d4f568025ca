import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'

const written = [2, 3, 4, 5, 6, 7, 8, 9] as const

/** "Two things wait on you, Maya". */
export function useGreeting(): (count: number) => string {
  const t = useWords('dashboard')
  const name = useSession().user?.firstName ?? ''
  return (count) => {
    if (count === 0) return t('waits.none', { name })
    const spelled = written.find((known) => known === count)
    return t('waits', { count, name, number: spelled ? t(`number.${spelled}`) : String(count) })
  }
}

/** "Thursday 26 November, 18:20 in Lisbon", on the clock of the person's own zone. */
export function useMoment(): string {
  const t = useWords('dashboard')
  const { zone, time, day } = useFormat()
  const iso = new Date(useNow()).toISOString()
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return t('in-zone', { date: day(iso), time: time(iso), place })
}
