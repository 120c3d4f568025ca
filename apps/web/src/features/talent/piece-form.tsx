import { addPiece, readProfile } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { PictureField } from '../../parts/picture-field.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { type PictureUploads } from '../../parts/use-picture-uploads.ts'
import { type WorkUploads } from '../../parts/use-work-uploads.ts'
import { WorkField } from '../../parts/work-field.tsx'
import styles from './profile.module.css'

type Faults = { file?: string; title?: string; model?: string }

export type PieceFormProps = {
  pictures: PictureUploads
  models: WorkUploads
  onDone: () => void
  onCancel: () => void
}

/** A picture or a model with its title: sent first, then shown on one's page. A model brings a picture of its own. */
export function PieceForm({ pictures, models, onDone, onCancel }: PieceFormProps) {
  const t = useWords('talent')
  const c = useWords('common')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const add = useCommand(addPiece, { touches: [readProfile] })
  const model = models.ready.find(({ kind }) => kind === 'model')
  const [picture] = pictures.stored

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const found: Faults = {}
    if (pictures.busy) found.file = t('edit.piece.file.coming')
    else if (!picture && !model?.thumbnail && !models.busy) found.file = t('edit.piece.file.missing')
    if (title.trim() === '') found.title = t('edit.piece.title.missing')
    if (models.busy) found.model = t('edit.piece.model.coming')
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const fileId = picture?.id ?? null
    const outcome = await add.run({
      body: { title: title.trim(), description: description.trim(), fileId, workId: model?.id ?? null },
    })
    if (!outcome.ok) return
    pictures.clear()
    models.clear()
    snackbars.add({ title: t('edit.piece.added'), tone: 'success' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={add.problem} />
        <PictureField uploads={pictures} error={faults.file ?? add.problem?.of('fileId')} />
        {picture && <img className={styles.preview} src={picture.url} alt={t('edit.piece.preview')} />}
        <WorkField uploads={models} error={faults.model ?? add.problem?.of('workId')} />
        <Field label={t('edit.piece.title')} error={faults.title}>
          <TextInput maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={t('edit.piece.description')} optional>
          <TextArea
            rows={2}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Line>
          <Button type="submit" icon="upload" busy={add.busy}>
            {t('edit.piece.add')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {c('cancel')}
          </Button>
        </Line>
      </Stack>
    </form>
  )
}
