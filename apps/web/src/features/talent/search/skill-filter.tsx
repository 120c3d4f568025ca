import { maxSearchedSkills, maxSkillLength } from '@veranda/core/talent/skills/skill-limits.ts'
import { Combobox } from '@veranda/ui/combobox.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useSkillSuggestions } from '../skills/use-skill-suggestions.ts'

/** Adds skills to the search, of those that are suggested. */
export function SkillFilter({ skills, onAdd }: { skills: readonly string[]; onAdd: (skill: string) => void }) {
  const t = useTranslations('talent')
  const [typed, setTyped] = useState('')
  const { options, status, isCurrent, onFocus } = useSkillSuggestions(typed, skills)
  if (skills.length >= maxSearchedSkills) return null
  return (
    <Combobox
      icon="search"
      aria-label={t('filter.skill.add')}
      placeholder={t('filter.skill.add')}
      maxLength={maxSkillLength}
      typed={typed}
      onType={setTyped}
      options={options}
      onFocus={onFocus}
      onPick={(skill) => {
        setTyped('')
        onAdd(skill)
      }}
      listLabel={t('skills.suggestions')}
      status={status}
      autoHighlight={isCurrent}
    />
  )
}
