import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { addPortfolioItem, readProfile } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
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
import styles from './profile.module.css'

type FormErrors = { file?: string; title?: string; model?: string }

export type PortfolioItemFormProps = {
  images: ImageUploads
  models: AssetUploads
  onDone: () => void
  onCancel: () => void
}

/** Uploads an image or a model with a title and adds it to the portfolio. A model brings its own thumbnail. */
export function PortfolioItemForm({ images, models, onDone, onCancel }: PortfolioItemFormProps) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [errors, setErrors] = useState<FormErrors>({})
  const add = useCommand(addPortfolioItem, { invalidates: [readProfile, readAccount] })
  const model = models.ready.find(({ kind }) => kind === 'model')
  const [image] = images.stored

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const found: FormErrors = {}
    if (images.busy) found.file = t('edit.portfolio-item.file.coming')
    else if (!image && !model?.thumbnail && !models.busy) found.file = t('edit.portfolio-item.file.missing')
    if (title.trim() === '') found.title = t('edit.portfolio-item.title.missing')
    if (models.busy) found.model = t('edit.portfolio-item.model.coming')
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const fileId = image?.id ?? null
    const outcome = await add.run({
      body: { title: title.trim(), description: description.trim(), fileId, assetId: model?.id ?? null },
    })
    if (!outcome.ok) return
    images.clear()
    models.clear()
    snackbars.add({ title: t('edit.portfolio-item.added'), tone: 'success' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={add.problem} />
        <ImageUploadField uploads={images} error={errors.file ?? add.problem?.messageFor('fileId')} />
        {image && <img className={styles.preview} src={image.url} alt={t('edit.portfolio-item.preview')} />}
        <AssetUploadField uploads={models} error={errors.model ?? add.problem?.messageFor('assetId')} />
        <Field label={t('edit.portfolio-item.title')} error={errors.title}>
          <TextInput maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
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
          <Button type="submit" icon="upload" busy={add.busy}>
            {t('edit.portfolio-item.add')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {c('cancel')}
          </Button>
        </Inline>
      </Stack>
    </form>
  )
}
