import { useState } from 'react'
import styles from './avatar.module.css'
import { cx } from './cx.ts'
import { type Tone } from './tone.ts'
import tones from './tone.module.css'

const avatarTones = ['primary', 'accent', 'success', 'info', 'warning'] as const satisfies readonly Tone[]

export type AvatarProps = {
  name: string
  src?: string | null | undefined
  size?: 'tiny' | 'small' | 'medium' | 'large' | 'huge' | undefined
  /** Shows a dot: the user is present now. */
  present?: boolean | undefined
}

/**
 * Shows a photo, or the first letter of the name on a colour derived from the name. Decorative: the name is next to it.
 */
export function Avatar({ name, src, size = 'small', present }: AvatarProps) {
  // Another picture may well be readable.
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const letter = firstLetter(name)
  return (
    <span
      className={cx(styles.avatar, styles[size], tones[toneForName(name)], present && styles.present)}
      aria-hidden="true"
    >
      {src && src !== brokenSrc ? (
        <img
          className={styles.image}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        letter
      )}
    </span>
  )
}

/** Returns the first character that a reader sees, in upper case; a dot for an empty name. */
export function firstLetter(name: string): string {
  const first = [...new Intl.Segmenter().segment(name.trim())][0]?.segment
  return first === undefined ? '·' : first.toLocaleUpperCase()
}

function toneForName(name: string): Tone {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return avatarTones[sum % avatarTones.length] ?? 'primary'
}
