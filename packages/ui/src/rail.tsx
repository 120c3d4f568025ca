import { type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './rail.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type RailStep = {
  id: string
  title: ReactNode
  detail?: ReactNode
  state: 'done' | 'now' | 'next' | 'failed'
  /** The state in words, for ears: "done", "your turn". */
  stateLabel?: string | undefined
}

/** A course of steps: what is behind, where it stands, what comes. Across when there is room, down when there is not. */
export function Rail({ label, steps }: { label: string; steps: readonly RailStep[] }) {
  return (
    <div className={styles.frame}>
      <ol className={styles.rail} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.id}
            className={cx(styles.step, step.state !== 'next' && styles[step.state])}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true" />
            <span className={styles.title}>{step.title}</span>
            {step.stateLabel && <VisuallyHidden>{step.stateLabel}</VisuallyHidden>}
            {step.detail}
          </li>
        ))}
      </ol>
    </div>
  )
}
