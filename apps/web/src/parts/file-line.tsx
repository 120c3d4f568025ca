import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { type ReactNode } from 'react'
import styles from './file-line.module.css'

type FaceProps = {
  icon: IconName
  /** Undefined where it is shown elsewhere already: then there is no sign either. */
  picture: string | null | undefined
  name: string
  children?: ReactNode
}

/** A file as one sees it: its picture or a sign of its kind, its name, and what there is to say of it. */
export function FileFace({ icon, picture, name, children }: FaceProps) {
  return (
    <>
      {picture !== undefined && (
        <span className={styles.thumb}>
          {picture === null ? <Icon name={icon} /> : <img src={picture} alt="" loading="lazy" />}
        </span>
      )}
      <span className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>
        {children}
      </span>
    </>
  )
}

export function FileLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** One file in a list, with what one may do to it at the end. */
export function FileLine({ acts, ...face }: FaceProps & { acts: ReactNode }) {
  return (
    <li className={styles.row}>
      <FileFace {...face} />
      {acts}
    </li>
  )
}

/** A word about a file: how it stands, or what went wrong. */
export function FileNote({ wrong = false, children }: { wrong?: boolean; children: ReactNode }) {
  return (
    <span className={wrong ? styles.error : styles.hint} role={wrong ? 'alert' : 'status'}>
      {children}
    </span>
  )
}
