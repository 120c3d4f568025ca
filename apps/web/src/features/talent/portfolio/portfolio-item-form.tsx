import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { addPortfolioItem, changePortfolioItem, readProfile } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { disciplines, maxPortfolioFiles } from '@veranda/core/talent/portfolio/portfolio.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { showOutcome } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ImageUploadField } from '../../../components/assets/image-upload-field.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { type ImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { AssetUploadField } from '../../../components/assets/asset-upload-field.tsx'
import { PortfolioFileList } from './portfolio-file-list.tsx'
import styles from '../profile/profile.module.css'
import { useItemFiles } from './use-item-files.ts'

type FormErrors = { file?: string | undefined; title?: string | undefined }

/** Returns the errors of a submitted form that it still has. */
function remainingErrors(submitted: FormErrors, current: FormErrors): FormErrors {
  const errorOf = (field: keyof FormErrors) => (submitted[field] === current[field] ? current[field] : undefined)
  return { file: errorOf('file'), title: errorOf('title') }
}

type ItemTexts = { title: string; description: string; discipline: string | null }

/** Returns the name under which the texts of a portfolio item are kept until it is saved. */
export function portfolioDraftName(itemId: string | undefined): string {
  return itemId === undefined ? 'portfolio-item' : `portfolio-item.${itemId}`
}

/** Returns the id under which the tile of a portfolio item is on the page. */
export function portfolioTileId(itemId: string): string {
  return `portfolio-item-${itemId}`
}

export type PortfolioItemFormProps = {
  /** The item that is changed; without it a new one is added. */
  item?: Profile['portfolio'][number]
  images: ImageUploads
  models: AssetUploads
  onDone: () => void
  onCancel: () => void
}

/**
 * Edits a portfolio item with its files. A model brings its own thumbnail, and is the cover. The texts are kept on this
 * device until they are saved or discarded; a save that is asked for during an upload waits for it.
 */
export function PortfolioItemForm({ item, images, models, onDone, onCancel }: PortfolioItemFormProps) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const draft = useDraft<ItemTexts>(portfolioDraftName(item?.id), () => ({
    title: item?.title ?? '',
    description: item?.description ?? '',
    discipline: item?.discipline ?? null,
  }))
  const { title, description } = draft.value
  const discipline = disciplines.find((one) => one === draft.value.discipline) ?? null
  /** The errors of the form as it was submitted. */
  const [submittedErrors, setSubmittedErrors] = useState<FormErrors>({})
  const add = useCommand(addPortfolioItem, { invalidates: [readProfile, readAccount] })
  const change = useCommand(changePortfolioItem, { invalidates: [readProfile] })
  const problem = add.problem ?? change.problem
  const files = useItemFiles(item?.files ?? [], { images, models })
  const errors = remainingErrors(submittedErrors, findErrors())
  const isUploading = images.busy || models.busy
  const hasFailed =
    [...images.items, ...models.items].some(({ state }) => state === 'failed') ||
    models.items.some(({ asset }) => asset?.state === 'refused')
  /** The save was asked for while a file was on its way. */
  const [isQueued, setQueued] = useState(false)
  const isWaiting = isQueued && isUploading

  function findErrors(): FormErrors {
    const found: FormErrors = {}
    if (files.shown.length === 0 && !images.busy && !models.busy) found.file = t('edit.portfolio-item.file.missing')
    else if (files.shown.length > maxPortfolioFiles) {
      found.file = t('edit.portfolio-item.file.many', { max: maxPortfolioFiles })
    }
    if (title.trim() === '') found.title = t('edit.portfolio-item.title.missing')
    return found
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = findErrors()
    if (!isUploading) return void save()
    setSubmittedErrors(found)
    if (Object.keys(found).length === 0) setQueued(true)
  }

  async function save() {
    setQueued(false)
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
    draft.forget()
    snackbars.add({ title: t(item ? 'edit.portfolio-item.saved' : 'edit.portfolio-item.added'), tone: 'success' })
    onDone()
    // A new item is the last one.
    const added = outcome.reply.portfolio.at(-1)
    if (!item && added) showOutcome(portfolioTileId(added.id))
  }

  // A file that did not arrive is the user's to try again, with which the save goes on, or to remove.
  const saveQueued = useEffectEvent(() => (hasFailed ? undefined : save()))
  useEffect(() => {
    if (isQueued && !isUploading) void Promise.resolve().then(saveQueued)
  }, [isQueued, isUploading])

  function discard() {
    draft.startOver()
    onCancel()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemBanner problem={problem} />
        {draft.recovered && (
          <p className={styles.note} role="status">
            {t('edit.portfolio-item.recovered')}
          </p>
        )}
        <PortfolioFileList files={files} />
        <AssetUploadField uploads={models} error={problem?.messageFor('assetId')} />
        <ImageUploadField uploads={images} error={errors.file ?? problem?.messageFor('fileId')} />
        <Field label={t('edit.portfolio-item.title')} error={errors.title}>
          <TextInput maxLength={120} value={title} onChange={(event) => draft.change({ title: event.target.value })} />
        </Field>
        <Field label={t('edit.portfolio-item.discipline')} optional>
          <Select
            value={discipline ?? ''}
            onChange={(event) => draft.change({ discipline: event.target.value || null })}
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
            onChange={(event) => draft.change({ description: event.target.value })}
          />
        </Field>
        <Inline>
          <Button type="submit" kind="filled" busy={add.busy || change.busy || isWaiting}>
            {t(item ? 'edit.portfolio-item.save' : 'edit.portfolio-item.submit')}
          </Button>
          <Button kind="quiet" onClick={discard}>
            {c('cancel')}
          </Button>
        </Inline>
        <p className={styles.note} role="status">
          {isWaiting ? t('edit.portfolio-item.waiting') : isUploading ? t('edit.portfolio-item.uploading') : ''}
        </p>
      </Stack>
    </form>
  )
}
