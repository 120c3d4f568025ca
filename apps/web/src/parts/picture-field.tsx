import { Progress } from '@veranda/ui/progress.tsx'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { DropZone } from './drop-zone.tsx'
import { FileLine, FileLines, FileNote } from './file-line.tsx'
import { useProblemText } from './problem-text.ts'
import { UploadActs } from './upload-acts.tsx'
import { type ComingPicture, type PictureUploads } from './use-picture-uploads.ts'

/** Pictures by choice, by drop or by paste, each with how far it has come. */
export function PictureField({ uploads, error }: { uploads: PictureUploads; error: string | undefined }) {
  const t = useWords('works')
  const one = uploads.most === 1
  return (
    <DropZone
      icon="image"
      title={t(one ? 'picture.add.one' : 'picture.add')}
      hint={t('picture.hint')}
      accept="image/png,image/jpeg,image/webp"
      single={one}
      error={error}
      onFiles={(files) => uploads.add(files)}
    >
      {uploads.coming.length > 0 && (
        <FileLines label={t('picture.list')}>
          {uploads.coming.map((item) => (
            <PictureRow key={item.key} item={item} uploads={uploads} />
          ))}
        </FileLines>
      )}
    </DropZone>
  )
}

function PictureRow({ item, uploads }: { item: ComingPicture; uploads: PictureUploads }) {
  return (
    <FileLine
      icon="image"
      picture={item.stored?.url ?? null}
      name={item.name}
      acts={<UploadActs item={item} uploads={uploads} />}
    >
      <Standing item={item} />
    </FileLine>
  )
}

function Standing({ item: { state, share, name, problem, stored } }: { item: ComingPicture }) {
  const t = useWords('works')
  const format = useFormat()
  const textOf = useProblemText()
  if (state === 'failed') return <FileNote wrong>{problem ? textOf(problem) : t('refused')}</FileNote>
  if (state === 'waiting') return <FileNote>{t('waiting')}</FileNote>
  if (!stored) return <Progress label={t('sending', { name })} value={share} />
  const size = `${format.number(stored.width)} × ${format.number(stored.height)}`
  return <FileNote>{t('picture.stored', { size })}</FileNote>
}
