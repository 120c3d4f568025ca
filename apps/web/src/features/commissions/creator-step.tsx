import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useWords } from '../../lib/words.ts'
import { CreatorPick } from './creator-pick.tsx'
import { type StepProps } from './new-project.tsx'

export function CreatorStep({ form, change }: StepProps) {
  const t = useWords('projects')
  return (
    <Stack gap={5}>
      <CreatorPick later value={form.creatorId} onChange={(creatorId) => change({ creatorId })} />
      {form.creatorId !== null && (
        <Field label={t('new.message')} hint={t('new.message.hint')} optional>
          <TextArea
            maxLength={4000}
            value={form.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        </Field>
      )}
    </Stack>
  )
}
