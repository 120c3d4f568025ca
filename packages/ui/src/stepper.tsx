import { type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './stepper.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type StepperStep = {
  id: string
  title: ReactNode
  detail?: ReactNode
  state: 'done' | 'now' | 'next' | 'failed'
  /** The state for screen readers: "done", "your turn". */
  stateLabel?: string | undefined
}

/** Shows a sequence of steps: done, current and upcoming. Horizontal if there is room, otherwise vertical. */
export function Stepper({ label, steps }: { label: string; steps: readonly StepperStep[] }) {
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
