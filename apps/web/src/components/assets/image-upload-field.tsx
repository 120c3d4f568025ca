import { Progress } from '@veranda/ui/progress.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { DropZone } from './drop-zone.tsx'
import { FileRow, FileRows, FileStatus } from './file-row.tsx'
import { useProblemText } from '../page/use-problem-text.ts'
import { UploadActions } from './upload-actions.tsx'
import { type ImageUpload, type ImageUploads } from './use-image-uploads.ts'

/** Uploads images by picker, drop or paste, and shows the progress of each. */
export function ImageUploadField({ uploads, error }: { uploads: ImageUploads; error: string | undefined }) {
  const t = useTranslations('assets')
  const single = uploads.maxCount === 1
  return (
    <DropZone
      icon="image"
      title={t(single ? 'image.add.one' : 'image.add')}
      hint={t('image.hint')}
      accept="image/png,image/jpeg,image/webp"
      single={single}
      error={error}
      onFiles={(files) => uploads.add(files)}
    >
      {uploads.items.length > 0 && (
        <FileRows label={t('image.list')}>
          {uploads.items.map((item) => (
            <ImageUploadRow key={item.key} item={item} uploads={uploads} />
          ))}
        </FileRows>
      )}
    </DropZone>
  )
}

function ImageUploadRow({ item, uploads }: { item: ImageUpload; uploads: ImageUploads }) {
  return (
    <FileRow
      icon="image"
      thumbnail={item.stored?.url ?? null}
      name={item.name}
      actions={<UploadActions item={item} uploads={uploads} />}
    >
      <UploadStatus item={item} />
    </FileRow>
  )
}

function UploadStatus({ item }: { item: ImageUpload }) {
  const t = useTranslations('assets')
  const format = useFormat()
  const textOf = useProblemText()
  const { state, progress, name, stored } = item
  if (item.state === 'failed') return <FileStatus isError>{textOf(item.problem)}</FileStatus>
  if (state === 'waiting') return <FileStatus>{t('waiting')}</FileStatus>
  if (!stored) return <Progress label={t('sending', { name })} value={progress} />
  const size = `${format.number(stored.width)} × ${format.number(stored.height)}`
  return <FileStatus>{t('image.stored', { size })}</FileStatus>
}
