import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { addPortfolioItem, changePortfolioItem, readProfile } from '@veranda/contract/talent/routes.ts'
import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Discipline, disciplines, maxPortfolioFiles } from '@veranda/core/talent/portfolio.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ImageUploadField } from '../../../components/assets/image-upload-field.tsx'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import { type ImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { AssetUploadField } from '../../../components/assets/asset-upload-field.tsx'
import { PortfolioFileList } from './portfolio-file-list.tsx'
import { useItemFiles } from './use-item-files.ts'

type FormErrors = { file?: string | undefined; title?: string | undefined; model?: string | undefined }

/** Returns the errors of a submitted form that it still has. */
function remainingErrors(submitted: FormErrors, current: FormErrors): FormErrors {
  const errorOf = (field: keyof FormErrors) => (submitted[field] === current[field] ? current[field] : undefined)
  return { file: errorOf('file'), title: errorOf('title'), model: errorOf('model') }
}

export type PortfolioItemFormProps = {
  /** The item that is changed; without it a new one is added. */
  item?: Talent['portfolio'][number]
  images: ImageUploads
  models: AssetUploads
  onDone: () => void
  onCancel: () => void
}

/** Edits a portfolio item with its files. A model brings its own thumbnail, and is the cover. */
export function PortfolioItemForm({ item, images, models, onDone, onCancel }: PortfolioItemFormProps) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const [title, setTitle] = useState(item?.title ?? '')
  const [description, setDescription] = useState(item?.description ?? '')
  const [discipline, setDiscipline] = useState<Discipline | null>(item?.discipline ?? null)
  /** The errors of the form as it was submitted. */
  const [submittedErrors, setSubmittedErrors] = useState<FormErrors>({})
  const add = useCommand(addPortfolioItem, { invalidates: [readProfile, readAccount] })
  const change = useCommand(changePortfolioItem, { invalidates: [readProfile] })
  const problem = add.problem ?? change.problem
  const files = useItemFiles(item?.files ?? [], { images, models })
  const errors = remainingErrors(submittedErrors, findErrors())

  function findErrors(): FormErrors {
    const found: FormErrors = {}
    if (images.busy) found.file = t('edit.portfolio-item.file.coming')
    else if (files.shown.length === 0 && !models.busy) found.file = t('edit.portfolio-item.file.missing')
    else if (files.shown.length > maxPortfolioFiles) {
      found.file = t('edit.portfolio-item.file.many', { max: maxPortfolioFiles })
    }
    if (title.trim() === '') found.title = t('edit.portfolio-item.title.missing')
    if (models.busy) found.model = t('edit.portfolio-item.model.coming')
    return found
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = findErrors()
    setSubmittedErrors(found)
    if (Object.keys(found).length > 0) return
    const texts = { title: title.trim(), description: description.trim(), discipline }
    const outcome = item
      ? await change.run({ params: { id: item.id }, body: { ...texts, files: files.body } })
      : await add.run({ body: { ...texts, files: files.body.map(({ fileId, assetId }) => ({ fileId, assetId })) } })
    if (!outcome.ok) return
    images.clear()
    models.clear()
    snackbars.add({ title: t(item ? 'edit.portfolio-item.saved' : 'edit.portfolio-item.added'), tone: 'success' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={problem} />
        <PortfolioFileList files={files} />
        <AssetUploadField uploads={models} error={errors.model ?? problem?.messageFor('assetId')} />
        <ImageUploadField uploads={images} error={errors.file ?? problem?.messageFor('fileId')} />
        <Field label={t('edit.portfolio-item.title')} error={errors.title}>
          <TextInput maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={t('edit.portfolio-item.discipline')} optional>
          <Select
            value={discipline ?? ''}
            onChange={(event) => setDiscipline(disciplines.find((one) => one === event.target.value) ?? null)}
            options={[
              { value: '', label: t('discipline.none') },
              ...disciplines.map((value) => ({ value, label: t(`discipline.${value}`) })),
            ]}
          />
        </Field>
        <Field label={t('edit.portfolio-item.description')} optional>
          <TextArea
            rows={2}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Inline>
          <Button type="submit" kind="filled" busy={add.busy || change.busy}>
            {t(item ? 'edit.portfolio-item.save' : 'edit.portfolio-item.submit')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {c('cancel')}
          </Button>
        </Inline>
      </Stack>
    </form>
  )
}
