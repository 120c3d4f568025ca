import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import styles from './picture-field.module.css'
import { type Upload, type Uploads } from './use-uploads.ts'

/** Pictures by choice, by drop or by paste, each with how far it has come. */
export function PictureField({ uploads, error }: { uploads: Uploads; error: string | undefined }) {
  const t = useWords('projects')
  const [over, setOver] = useState(false)

  return (
    <div className={styles.field}>
      <label className={cx(styles.zone, over && styles.over, error !== undefined && styles.wrong)}>
        <input
          className={styles.input}
          type="file"
          multiple
          accept="image/png,image/jpeg,image/webp"
          aria-invalid={error === undefined ? undefined : true}
          // The input lies over the whole zone, so that the browser itself takes what is dropped.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onPaste={(event) => uploads.add(event.clipboardData.files)}
          onChange={(event) => {
            uploads.add(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <Icon name="image" size={24} />
        <span>
          <strong>{t('deliver.pictures')}</strong>
          <span className={styles.hint}>{t('deliver.pictures.hint')}</span>
        </span>
      </label>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {uploads.uploads.length > 0 && (
        <ul className={styles.list} aria-label={t('deliver.pictures')}>
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
    </div>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useWords('projects')
  const format = useFormat()
  const textOf = useProblemText()
  return (
    <li className={styles.row}>
      <span className={styles.thumb}>
        {upload.state === 'stored' ? <img src={upload.stored.url} alt="" /> : <Icon name="image" />}
      </span>
      <span className={styles.about}>
        <bdi className={styles.name}>{upload.name}</bdi>
        {upload.state === 'sending' && (
          <Progress label={t('deliver.sending', { name: upload.name })} value={upload.share} />
        )}
        {upload.state === 'stored' && (
          <span className={styles.hint} role="status">
            {t('deliver.stored', {
              size: `${format.number(upload.stored.width)} × ${format.number(upload.stored.height)}`,
            })}
          </span>
        )}
        {upload.state === 'failed' && (
          <span className={styles.error} role="alert">
            {textOf(upload.problem)}
          </span>
        )}
      </span>
      {upload.state === 'failed' && (
        <IconButton
          size="small"
          icon="refresh"
          label={t('deliver.retry', { name: upload.name })}
          onClick={() => uploads.retry(upload)}
        />
      )}
      <IconButton
        size="small"
        icon="close"
        label={t('deliver.remove', { name: upload.name })}
        onClick={() => uploads.remove(upload.key)}
      />
    </li>
  )
}
