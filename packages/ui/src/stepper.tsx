import { type ReactNode, useState } from 'react'
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

/** More steps than these are folded where there is no room. */
const maxShownSteps = 4

export type StepperProps = {
  label: string
  steps: readonly StepperStep[]
  /** The labels of the button that shows all steps and folds them again; without them nothing is folded. */
  foldLabels?: { show: string; hide: string } | undefined
}

/**
 * Shows a sequence of steps: done, current and upcoming. Horizontal if there is room, otherwise vertical; a long one is
 * then folded to a line of segments and the current step.
 */
export function Stepper({ label, steps, foldLabels }: StepperProps) {
  const [open, setOpen] = useState(false)
  const folds = foldLabels !== undefined && steps.length > maxShownSteps
  const shown = steps.find(({ state }) => state === 'now' || state === 'failed') ?? steps.findLast(isDone) ?? steps[0]
  return (
    <div className={cx(styles.frame, folds && styles.folds, folds && !open && styles.folded)}>
      {folds && (
        <div className={styles.segments} aria-hidden="true">
          {steps.map((step) => (
            <span key={step.id} className={cx(styles.segment, step.state !== 'next' && styles[step.state])} />
          ))}
        </div>
      )}
      <ol className={styles.rail} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.id}
            className={cx(styles.step, step.state !== 'next' && styles[step.state], step === shown && styles.shown)}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true" />
            <span className={styles.title}>{step.title}</span>
            {step.stateLabel && <VisuallyHidden>{step.stateLabel}</VisuallyHidden>}
            {step.detail}
          </li>
        ))}
      </ol>
      {folds && (
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? foldLabels.hide : foldLabels.show}
        </button>
      )}
    </div>
  )
}

function isDone({ state }: StepperStep): boolean {
  return state === 'done'
}
