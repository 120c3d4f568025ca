import { type Gate, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useRef } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { DropZone } from './drop-zone.tsx'
import { FileLine, FileLines, FileNote } from './file-line.tsx'
import { megabytes } from './megabytes.ts'
import { useProblemText } from './problem-text.ts'
import { UploadActs } from './upload-acts.tsx'
import { type Coming, type WorkUploads } from './use-work-uploads.ts'
import styles from './work-field.module.css'

/** What one may choose; the server looks at the bytes, whatever a file is called. */
const accept = '.glb,.gltf,.zip,model/gltf-binary,video/mp4,video/webm,video/quicktime,application/pdf'

/** Models, films and documents by choice or by drop, each with how far it has come and what was found in it. */
export function WorkField({ uploads, error }: { uploads: WorkUploads; error?: string | undefined }) {
  const t = useWords('works')
  return (
    <DropZone
      icon="cube"
      title={t('add')}
      hint={t('add.hint')}
      accept={accept}
      error={error}
      onFiles={(files) => uploads.add(files)}
    >
      <WorkRows uploads={uploads} />
    </DropZone>
  )
}

/** What is on its way or has arrived, each by itself. */
export function WorkRows({ uploads }: { uploads: WorkUploads }) {
  const t = useWords('works')
  if (uploads.coming.length === 0) return null
  return (
    <FileLines label={t('list')}>
      {uploads.coming.map((item) => (
        <WorkRow key={item.key} item={item} uploads={uploads} />
      ))}
    </FileLines>
  )
}

/** The same choice as a small button, for a line with other things in it. */
export function WorkAttach({ uploads }: { uploads: WorkUploads }) {
  const t = useWords('works')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={`image/png,image/jpeg,image/webp,${accept}`}
        onChange={(event) => {
          uploads.add(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <IconButton icon="attach" label={t('attach')} onClick={() => input.current?.click()} />
    </>
  )
}

function WorkRow({ item, uploads }: { item: Coming; uploads: WorkUploads }) {
  const { work, name } = item
  return (
    <FileLine
      icon={work?.kind === 'model' ? 'cube' : 'file'}
      picture={work?.thumbnail ?? null}
      name={name}
      acts={<UploadActs item={item} uploads={uploads} />}
    >
      <Standing item={item} />
    </FileLine>
  )
}

function Standing({ item: { state, share, name, problem, work } }: { item: Coming }) {
  const t = useWords('works')
  const textOf = useProblemText()
  if (state === 'failed') return <FileNote wrong>{problem ? textOf(problem) : t('refused')}</FileNote>
  if (state === 'waiting') return <FileNote>{t('waiting')}</FileNote>
  if (state === 'sending') return <Progress label={t('sending', { name })} value={share} />
  switch (work?.state) {
    case 'ready':
      return <WorkFound work={work} />
    case 'refused':
      return <FileNote wrong>{work.refusal?.message ?? t('refused')}</FileNote>
    case 'checking':
    case 'optimising':
      return <Progress label={t(work.state, { name })} value={work.progress} />
    default:
      return <FileNote>{t('queued')}</FileNote>
  }
}

const tones: Record<Gate['level'], Tone> = { green: 'success', amber: 'warning', red: 'error' }

/** What was measured: size, weight, and how it will do on a headset. */
function WorkFound({ work: { bytes, facts, gate } }: { work: WorkSummary }) {
  const t = useWords('works')
  const format = useFormat()
  const size =
    facts && [facts.size.x, facts.size.y, facts.size.z].map((metres) => format.number(Math.round(metres * 1_000)))
  return (
    <span className={styles.found}>
      <FileNote>
        {size
          ? t('found.model', { triangles: format.number(facts.triangles), size: size.join(' × ') })
          : t('found.file', { megabytes: format.number(megabytes(bytes)) })}
      </FileNote>
      {gate && <Chip tone={tones[gate.level]}>{t(`gate.${gate.level}`)}</Chip>}
    </span>
  )
}
