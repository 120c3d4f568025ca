import { listSkills } from '@veranda/contract/talent/routes.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** The server is asked once typing pauses for this long. */
const debounceMs = 120

/** Returns the skills to offer for what is typed, without those already chosen, and a sentence with their number. */
export function useSkillSuggestions(typed: string, chosen: readonly string[]) {
  const t = useTranslations('talent')
  const text = typed.trim()
  const [isUsed, setIsUsed] = useState(false)
  const [q, setQ] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const read = useRead(listSkills, { query: { q: q || undefined } }, { keepPrevious: true, enabled: isUsed })
  const options = (read.data?.items ?? [])
    .filter(({ name }) => !chosen.includes(name))
    .map(({ name, count }) => ({
      value: name,
      detail: count > 0 ? t('skills.count', { count }) : undefined,
    }))
  return {
    options,
    status: t('skills.suggested', { count: options.length }),
    /** The suggestions are those for what is typed now. */
    isCurrent: q === text && !read.isFetching,
    /** Loads the first suggestions. */
    onFocus: () => setIsUsed(true),
  }
}
