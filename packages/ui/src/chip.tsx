import { type ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { useLabels } from './labels.tsx'
import { type Tone } from './tone.ts'
import tones from './tone.module.css'

export type ChipProps = {
  children: ReactNode
  tone?: Tone | undefined
  icon?: IconName | undefined
  outline?: boolean | undefined
  /** Makes it a removable filter; the button is named "Remove" plus the chip's text. */
  onRemove?: (() => void) | undefined
}

/** Shows a short fact: a state, a skill, an active filter. */
export function Chip({ children, tone = 'neutral', icon, outline, onRemove }: ChipProps) {
  const labels = useLabels()
  return (
    <span className={cx(styles.chip, tones[tone], outline && styles.outline)}>
      {icon && <Icon name={icon} size={14} />}
      <span className={styles.text}>{children}</span>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`${labels.remove} ${typeof children === 'string' ? children : ''}`}
          onClick={onRemove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}

/** Renders a chip that toggles, for filters and multiple choice. */
export function ToggleChip({
  on,
  onChange,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={cx(styles.chip, tones.primary, styles.press)}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      {on && <Icon name="check" size={14} />}
      <span className={styles.text}>{children}</span>
    </button>
  )
}
