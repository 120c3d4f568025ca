import { maxSkillLength, maxSkills } from '@veranda/core/talent/skills/skill-limits.ts'
import { normalizeSkill } from '@veranda/core/talent/skills/skills.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Combobox } from '@veranda/ui/combobox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useSkillSuggestions } from './use-skill-suggestions.ts'
import styles from '../profile/profile.module.css'

type Props = { skills: readonly string[]; onChange: (skills: string[]) => void; error: string | undefined }

/**
 * Edits skills one by one: from the suggestions or as typed, with Enter or a comma; Backspace in the empty field removes
 * the last one. A skill is added under the name by which clients search for it, which is said if it is another one.
 */
export function SkillInput({ skills, onChange, error }: Props) {
  const t = useTranslations('talent')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [takenAs, setTakenAs] = useState<{ typed: string; skill: string }>()
  const suggestions = useSkillSuggestions(typed, skills)

  function add(text: string) {
    const written = text.trim().replace(/\s+/g, ' ').slice(0, maxSkillLength)
    if (written === '') return
    const skill = normalizeSkill(written)
    if (skills.some((known) => isSameName(known, skill))) {
      return setProblem(t('edit.skills.twice', { skill }))
    }
    if (skills.length >= maxSkills) return setProblem(t('edit.skills.full'))
    setProblem(undefined)
    setTakenAs(isSameName(written, skill) ? undefined : { typed: written, skill })
    setTyped('')
    return onChange([...skills, skill])
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && skills.length > 0) {
      onChange(skills.slice(0, -1))
    }
  }

  return (
    <div className={styles.skills}>
      <Field label={t('edit.skills')} hint={t('edit.skills.hint')} error={problem ?? error}>
        <Combobox
          maxLength={maxSkillLength}
          typed={typed}
          onType={setTyped}
          options={suggestions.options}
          onPick={add}
          onFocus={suggestions.onFocus}
          onKeyDown={press}
          listLabel={t('skills.suggestions')}
          status={suggestions.status}
          after={
            <Button size="small" kind="quiet" disabled={typed.trim() === ''} onClick={() => add(typed)}>
              {t('edit.skills.add')}
            </Button>
          }
        />
      </Field>
      <p className={styles.note} role="status">
        {takenAs && skills.includes(takenAs.skill) ? t('edit.skills.taken-as', takenAs) : ''}
      </p>
      {skills.length > 0 && (
        <div className={styles.chips}>
          {skills.map((skill) => (
            <Chip key={skill} onRemove={() => onChange(skills.filter((other) => other !== skill))}>
              {skill}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns whether two names differ in nothing but their capitals. */
function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase()
}
