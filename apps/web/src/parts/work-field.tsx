import { type Gate, type Work } from '@veranda/contract/works/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useRef, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { useProblemText } from './problem-text.ts'
import { type Coming, type WorkUploads } from './use-work-uploads.ts'
import styles from './work-field.module.css'

/** What one may choose; the server looks at the bytes, whatever a file is called. */
const accept = '.glb,.gltf,.zip,model/gltf-binary,video/mp4,video/webm,video/quicktime,application/pdf'

/** Models, films and documents by choice or by drop, each with how far it has come and what was found in it. */
export function WorkField({ uploads, error }: { uploads: WorkUploads; error?: string | undefined }) {
  const t = useWords('works')
  const [over, setOver] = useState(false)
  return (
    <div className={styles.field}>
      <label className={cx(styles.zone, over && styles.over, error !== undefined && styles.wrong)}>
        <input
          className={styles.input}
          type="file"
          multiple
          accept={accept}
          aria-invalid={error === undefined ? undefined : true}
          // The input lies over the whole zone, so that the browser itself takes what is dropped.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            uploads.add(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <Icon name="cube" size={24} />
        <span>
          <strong>{t('add')}</strong>
          <span className={styles.hint}>{t('add.hint')}</span>
        </span>
      </label>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <WorkRows uploads={uploads} />
    </div>
  )
}

/** What is on its way or has arrived, each by itself. */
export function WorkRows({ uploads }: { uploads: WorkUploads }) {
  const t = useWords('works')
  if (uploads.coming.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {uploads.coming.map((item) => (
        <WorkRow key={item.key} item={item} uploads={uploads} />
      ))}
    </ul>
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
  const t = useWords('works')
  const { work, name } = item
  return (
    <li className={styles.row}>
      <span className={styles.thumb}>
        {work?.thumbnail ? (
          <img src={work.thumbnail} alt="" />
        ) : (
          <Icon name={work?.kind === 'model' ? 'cube' : 'file'} />
        )}
      </span>
      <span className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>
        <Standing item={item} />
      </span>
      {item.state === 'failed' && (
        <IconButton size="small" icon="refresh" label={t('retry', { name })} onClick={() => uploads.retry(item.key)} />
      )}
      <IconButton size="small" icon="close" label={t('remove', { name })} onClick={() => uploads.remove(item.key)} />
    </li>
  )
}

function Standing({ item }: { item: Coming }) {
  const t = useWords('works')
  const textOf = useProblemText()
  const { state, share, name, problem, work } = item
  if (state === 'failed' && problem) {
    return (
      <span className={styles.error} role="alert">
        {textOf(problem)}
      </span>
    )
  }
  if (state === 'waiting') {
    return (
      <span className={styles.hint} role="status">
        {t('waiting')}
      </span>
    )
  }
  if (state === 'sending') return <Progress label={t('sending', { name })} value={share} />
  if (!work || work.state === 'uploading' || work.state === 'waiting') {
    return (
      <span className={styles.hint} role="status">
        {t('queued')}
      </span>
    )
  }
  if (work.state === 'refused') {
    return (
      <span className={styles.error} role="alert">
        {work.refusal?.message ?? t('refused')}
      </span>
    )
  }
  if (work.state === 'ready') return <WorkFound work={work} />
  return <Progress label={t(work.state, { name })} value={work.progress} />
}

const tones: Record<Gate['level'], Tone> = { green: 'success', amber: 'warning', red: 'error' }

/** What was measured: size, weight, and how it will do on a headset. */
export function WorkFound({ work: { bytes, facts, gate } }: { work: Work }) {
  const t = useWords('works')
  const format = useFormat()
  return (
    <span className={styles.found} role="status">
      <span className={styles.hint}>
        {facts
          ? t('found.model', {
              triangles: format.number(facts.triangles),
              size: [facts.size.x, facts.size.y, facts.size.z]
                .map((metres) => format.number(Math.round(metres * 1_000)))
                .join(' × '),
            })
          : t('found.file', { megabytes: format.number(Math.max(0.1, Math.round(bytes / 104_857.6) / 10)) })}
      </span>
      {gate && (
        <Line gap={2}>
          <Chip tone={tones[gate.level]}>{t(`gate.${gate.level}`)}</Chip>
        </Line>
      )}
    </span>
  )
}
