import { cx } from '@veranda/ui/cx.ts'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import styles from './drop-zone.module.css'

export type DropZoneProps = {
  icon: IconName
  title: string
  hint: string
  /** Media types and extensions, in the format of a file input. */
  accept: string
  /** Accepts one file at a time. */
  single?: boolean
  error: string | undefined
  onFiles: (files: FileList) => void
  /** The files chosen so far. */
  children?: ReactNode
}

/** Accepts files by picker, drop or paste. */
export function DropZone({ icon, title, hint, accept, single = false, error, onFiles, children }: DropZoneProps) {
  const [dragOver, setDragOver] = useState(false)
  return (
    <div className={styles.field}>
      <label className={cx(styles.zone, dragOver && styles.over, error !== undefined && styles.wrong)}>
        <input
          className={styles.input}
          type="file"
          multiple={!single}
          accept={accept}
          aria-invalid={error === undefined ? undefined : true}
          // The input covers the whole zone, so that the browser handles the drop.
          onDragEnter={() => setDragOver(true)}
          onDragLeave={() => setDragOver(false)}
          onDrop={() => setDragOver(false)}
          onPaste={(event) => onFiles(event.clipboardData.files)}
          onChange={(event) => {
            if (event.target.files) onFiles(event.target.files)
            event.target.value = ''
          }}
        />
        <Icon name={icon} size={24} />
        <span>
          <strong>{title}</strong>
          <span className={styles.hint}>{hint}</span>
        </span>
      </label>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  )
}
