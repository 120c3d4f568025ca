import { type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useRef } from 'react'
import { useFormat } from '../../lib/i18n/format.ts'
import { useLengthFormat } from '../../lib/i18n/format-length.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { DropZone } from './drop-zone.tsx'
import { FileRow, FileRows, FileStatus } from './file-row.tsx'
import { useFileSizeText } from './file-size.ts'
import { HeadsetRatingNote } from './headset-rating-note.tsx'
import { useProblemText } from '../page/use-problem-text.ts'
import { UploadActions } from './upload-actions.tsx'
import { type AssetUpload, type AssetUploads } from './use-asset-uploads.ts'
import styles from './asset-upload-field.module.css'

/** File types to choose from; the server detects the type by content. */
const acceptedTypes = '.glb,.gltf,.zip,model/gltf-binary,video/mp4,video/webm,video/quicktime,application/pdf'

/** Uploads models, videos and documents by picker or drop, and shows the progress and details of each. */
export function AssetUploadField({ uploads, error }: { uploads: AssetUploads; error?: string | undefined }) {
  const t = useTranslations('assets')
  return (
    <DropZone
      icon="cube"
      title={t('add')}
      hint={t('add.hint')}
      accept={acceptedTypes}
      error={error}
      onFiles={(files) => uploads.add(files)}
    >
      <AssetUploadRows uploads={uploads} />
    </DropZone>
  )
}

/** Lists the uploads in progress and the finished ones. */
export function AssetUploadRows({ uploads }: { uploads: AssetUploads }) {
  const t = useTranslations('assets')
  if (uploads.items.length === 0) return null
  return (
    <FileRows label={t('list')}>
      {uploads.items.map((item) => (
        <AssetUploadRow key={item.key} item={item} uploads={uploads} />
      ))}
    </FileRows>
  )
}

/** Opens the same file picker from a small button, for use in a row with other controls. */
export function AttachFilesButton({ uploads }: { uploads: AssetUploads }) {
  const t = useTranslations('assets')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={`image/png,image/jpeg,image/webp,${acceptedTypes}`}
        onChange={(event) => {
          uploads.add(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <IconButton icon="attach" label={t('attach')} onClick={() => input.current?.click()} />
    </>
  )
}

function AssetUploadRow({ item, uploads }: { item: AssetUpload; uploads: AssetUploads }) {
  const { asset, name } = item
  return (
    <FileRow
      icon={asset?.kind === 'model' ? 'cube' : 'file'}
      thumbnail={asset?.thumbnail ?? null}
      name={name}
      actions={<UploadActions item={item} uploads={uploads} />}
    >
      <UploadStatus item={item} />
    </FileRow>
  )
}

function UploadStatus({ item }: { item: AssetUpload }) {
  const t = useTranslations('assets')
  const textOf = useProblemText()
  const { state, progress, name, asset } = item
  if (item.state === 'failed') return <FileStatus isError>{textOf(item.problem)}</FileStatus>
  if (state === 'waiting') return <FileStatus>{t('waiting')}</FileStatus>
  if (state === 'sending') return <Progress label={t('sending', { name })} value={progress} />
  switch (asset?.state) {
    case 'ready':
      return <AssetDetails asset={asset} />
    case 'refused':
      return <FileStatus isError>{asset.refusal.message}</FileStatus>
    case 'checking':
    case 'optimising':
      return <Progress label={t(asset.state, { name })} value={asset.progress} />
    default:
      return <FileStatus>{t('queued')}</FileStatus>
  }
}

/** Shows the measured size and file size of an asset, and its headset rating. */
function AssetDetails({ asset: { name, bytes, facts, headsetRating } }: { asset: AssetSummary }) {
  const t = useTranslations('assets')
  const format = useFormat()
  const sizeText = useFileSizeText()
  const { millimetreFigure } = useLengthFormat()
  const size = facts && [facts.size.x, facts.size.y, facts.size.z].map((metres) => millimetreFigure(metres))
  return (
    <span className={styles.found}>
      <FileStatus>
        {size
          ? t('details.model', { triangles: format.number(facts.triangles), size: size.join(' × ') })
          : t('details.file', { size: sizeText(bytes) })}
      </FileStatus>
      {headsetRating && <HeadsetRatingNote name={name} rating={headsetRating} />}
    </span>
  )
}
