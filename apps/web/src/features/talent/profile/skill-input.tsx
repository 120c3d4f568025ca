import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from './profile.module.css'

const maxSkills = 20

type Props = { skills: readonly string[]; onChange: (skills: string[]) => void; error: string | undefined }

/** Edits skills one by one: Enter or a comma adds, Backspace in the empty field removes the last one. */
export function SkillInput({ skills, onChange, error }: Props) {
  const t = useTranslations('talent')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  function add() {
    const skill = typed.trim().slice(0, 40)
    if (skill === '') return
    if (skills.some((known) => known.toLocaleLowerCase() === skill.toLocaleLowerCase())) {
      return setProblem(t('edit.skills.twice', { skill }))
    }
    if (skills.length >= maxSkills) return setProblem(t('edit.skills.full'))
    setProblem(undefined)
    setTyped('')
    return onChange([...skills, skill])
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && skills.length > 0) {
      onChange(skills.slice(0, -1))
    }
  }

  return (
    <div className={styles.skills}>
      <Field label={t('edit.skills')} hint={t('edit.skills.hint')} error={problem ?? error}>
        <TextInput
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          after={
            <Button size="small" kind="quiet" disabled={typed.trim() === ''} onClick={add}>
              {t('edit.skills.add')}
            </Button>
          }
        />
      </Field>
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
