import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { DropZone } from '../../parts/drop-zone.tsx'
import { FileLine, FileLines, FileNote } from '../../parts/file-line.tsx'
import { useProblemText } from '../../parts/problem-text.ts'
import { type Upload, type Uploads } from './use-uploads.ts'

/** Pictures by choice, by drop or by paste, each with how far it has come. */
export function PictureField({ uploads, error }: { uploads: Uploads; error: string | undefined }) {
  const t = useWords('projects')
  return (
    <DropZone
      icon="image"
      title={t('deliver.pictures')}
      hint={t('deliver.pictures.hint')}
      accept="image/png,image/jpeg,image/webp"
      error={error}
      onFiles={(files) => uploads.add(files)}
    >
      {uploads.uploads.length > 0 && (
        <FileLines label={t('deliver.pictures')}>
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </FileLines>
      )}
    </DropZone>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useWords('projects')
  const format = useFormat()
  const textOf = useProblemText()
  const { name } = upload
  return (
    <FileLine
      icon="image"
      picture={upload.state === 'stored' ? upload.stored.url : null}
      name={name}
      acts={
        <>
          {upload.state === 'failed' && (
            <IconButton
              size="small"
              icon="refresh"
              label={t('deliver.retry', { name })}
              onClick={() => uploads.retry(upload)}
            />
          )}
          <IconButton
            size="small"
            icon="close"
            label={t('deliver.remove', { name })}
            onClick={() => uploads.remove(upload.key)}
          />
        </>
      }
    >
      {upload.state === 'sending' && <Progress label={t('deliver.sending', { name })} value={upload.share} />}
      {upload.state === 'stored' && (
        <FileNote>
          {t('deliver.stored', {
            size: `${format.number(upload.stored.width)} × ${format.number(upload.stored.height)}`,
          })}
        </FileNote>
      )}
      {upload.state === 'failed' && <FileNote wrong>{textOf(upload.problem)}</FileNote>}
    </FileLine>
  )
}
