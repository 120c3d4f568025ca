import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Picture } from '../picture.tsx'
import { type ReactNode } from 'react'
import styles from './file-row.module.css'

type FileSummaryProps = {
  icon: IconName
  /** Undefined when the preview is shown elsewhere; then there is no icon either. */
  thumbnail: string | null | undefined
  name: string
  children?: ReactNode
}

/** Shows a file: its thumbnail or an icon of its kind, its name and details. */
export function FileSummary({ icon, thumbnail, name, children }: FileSummaryProps) {
  return (
    <>
      {thumbnail !== undefined && (
        <span className={styles.thumb}>
          {thumbnail === null ? <Icon name={icon} /> : <Picture src={thumbnail} alt="" sizes="64px" />}
        </span>
      )}
      <span className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>
        {children}
      </span>
    </>
  )
}

export function FileRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** Shows one file in a list, with its actions at the end. */
export function FileRow({ actions, ...summary }: FileSummaryProps & { actions: ReactNode }) {
  return (
    <li className={styles.row}>
      <FileSummary {...summary} />
      {actions}
    </li>
  )
}

/** Shows the status of a file, or its error. */
export function FileStatus({ isError = false, children }: { isError?: boolean; children: ReactNode }) {
  return (
    <span className={isError ? styles.error : styles.hint} role={isError ? 'alert' : 'status'}>
      {children}
    </span>
  )
}
