import { addPiece, readProfile } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { networkProblem, Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { useWorkUploads } from '../../parts/use-work-uploads.ts'
import { WorkField } from '../../parts/work-field.tsx'
import styles from './profile.module.css'
import { isPicture, storePicture } from './store-picture.ts'

type Faults = { file?: string; title?: string; model?: string }

/** A picture or a model with its title: stored first, then shown on one's page. A model brings a picture of its own. */
export function PieceForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useWords('talent')
  const c = useWords('common')
  const [file, setFile] = useState<File>()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<Problem>()
  const add = useCommand(addPiece, { touches: [readProfile] })
  const [preview, setPreview] = useState<string>()
  const models = useWorkUploads('piece', 'profile')
  const model = models.ready.find(({ kind }) => kind === 'model')

  function choose(chosen: File | undefined) {
    if (preview !== undefined) URL.revokeObjectURL(preview)
    setFile(chosen)
    setPreview(chosen && isPicture(chosen) ? URL.createObjectURL(chosen) : undefined)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const found: Faults = {}
    if (!file && !model?.thumbnail) found.file = t('edit.piece.file.missing')
    else if (file && !isPicture(file)) found.file = t('edit.piece.file.wrong')
    if (title.trim() === '') found.title = t('edit.piece.title.missing')
    if (models.busy) found.model = t('edit.piece.model.coming')
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    setFailed(undefined)
    try {
      const picture = file ?? (model?.thumbnail ? await pictureOf(model.thumbnail, title) : undefined)
      if (!picture) return setSending(false)
      const stored = await storePicture(picture)
      const outcome = await add.run({
        body: { title: title.trim(), description: description.trim(), fileId: stored.id, workId: model?.id ?? null },
      })
      if (outcome.ok) {
        models.clear()
        snackbars.add({ title: t('edit.piece.added'), tone: 'success' })
        onDone()
      }
    } catch (error) {
      setFailed(error instanceof Problem ? error : networkProblem())
    }
    setSending(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={failed ?? add.problem} />
        <Field label={t('edit.piece.file')} hint={t('edit.piece.file.hint')} error={faults.file}>
          <TextInput
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </Field>
        {preview !== undefined && <img className={styles.preview} src={preview} alt={t('edit.piece.preview')} />}
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
        {sending && <Progress label={t('edit.piece.uploading')} />}
        <Line>
          <Button type="submit" icon="upload" busy={sending}>
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

/** The picture that was drawn of a model, as a file to store. */
async function pictureOf(thumbnail: string, title: string): Promise<File> {
  const response = await fetch(thumbnail, { credentials: 'same-origin' })
  if (!response.ok) throw networkProblem()
  return new File([await response.blob()], `${title.trim()}.webp`, { type: 'image/webp' })
}
