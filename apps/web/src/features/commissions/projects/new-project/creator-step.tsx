import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../../lib/i18n/language.ts'
import { CreatorPicker } from '../creator-picker.tsx'
import { type StepProps, toOpenProjectBody } from './brief-form.ts'

export function CreatorStep({ form, onChange }: StepProps) {
  const language = useLanguage()
  return (
    <Stack gap={5}>
      <CreatorPicker
        allowNone
        brief={{ skills: form.skills, budget: toOpenProjectBody(form, language).budget }}
        value={form.creatorId}
        onChange={(creatorId) => onChange({ creatorId, serviceId: null })}
      />
      {form.creatorId !== null && <MessageField form={form} onChange={onChange} />}
    </Stack>
  )
}

/** Renders the field of what only the creator reads. */
export function MessageField({ form, onChange }: Pick<StepProps, 'form' | 'onChange'>) {
  const t = useTranslations('commissions')
  return (
    <Field label={t('new.message')} hint={t('new.message.hint')} optional>
      <TextArea maxLength={4000} value={form.message} onChange={(event) => onChange({ message: event.target.value })} />
    </Field>
  )
}
