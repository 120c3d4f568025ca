import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { BriefFilesField } from '../brief-files-field.tsx'
import { addSkills, type StepProps } from './brief-form.ts'
import styles from './new-project.module.css'

export function BriefStep({ form, onChange, uploads, errorOf }: StepProps) {
  const t = useTranslations('commissions')
  return (
    <Stack gap={5}>
      <Field label={t('new.title')} hint={t('new.title.hint')} error={errorOf('title')}>
        <TextInput
          size="large"
          maxLength={briefLimits.title}
          value={form.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={t('new.brief')} hint={t('new.brief.hint')} error={errorOf('brief')}>
        <TextArea
          rows={8}
          maxLength={briefLimits.text}
          value={form.brief}
          onChange={(event) => onChange({ brief: event.target.value })}
        />
      </Field>
      <BriefFilesField
        uploads={uploads}
        hint={t('new.files.hint', { max: briefLimits.files })}
        error={errorOf('assetIds')}
      />
      <SkillsField skills={form.skills} onChange={(skills) => onChange({ skills })} error={errorOf('skills')} />
    </Stack>
  )
}

type SkillsFieldProps = { skills: readonly string[]; onChange: (skills: string[]) => void; error: string | undefined }

function SkillsField({ skills, onChange, error }: SkillsFieldProps) {
  const t = useTranslations('commissions')
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    onChange(addSkills(skills, text))
    setTyped('')
  }
  return (
    <Stack gap={2}>
      <Field label={t('new.skills')} hint={t('new.skills.hint')} error={error} optional>
        <Inline gap={2}>
          <TextInput
            value={typed}
            maxLength={200}
            onChange={(event) =>
              /[,،、;]$/.test(event.target.value) ? add(event.target.value) : setTyped(event.target.value)
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed.trim() === '') return
              event.preventDefault()
              add(typed)
            }}
            onBlur={() => typed.trim() !== '' && add(typed)}
          />
          <Button onClick={() => add(typed)} disabled={typed.trim() === ''}>
            {t('new.skills.add')}
          </Button>
        </Inline>
      </Field>
      {skills.length > 0 && (
        <div className={styles.skills}>
          {skills.map((skill) => (
            <Chip key={skill} onRemove={() => onChange(skills.filter((other) => other !== skill))}>
              {skill}
            </Chip>
          ))}
        </div>
      )}
    </Stack>
  )
}
