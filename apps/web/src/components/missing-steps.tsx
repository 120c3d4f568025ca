import styles from './missing-steps.module.css'

/** Something that must be done before a button can be pressed, and the id of the element in which it is done. */
export type MissingStep = { readonly label: string; readonly fieldId: string }

type MissingStepsProps = {
  /** Introduces the steps: "Still missing:". */
  label: string
  steps: readonly MissingStep[]
  /** Takes the place of the steps once none is missing, so that nothing moves. */
  done?: string | undefined
}

/** Says beside a disabled button what is still missing; each step leads to where it is done. */
export function MissingSteps({ label, steps, done }: MissingStepsProps) {
  if (steps.length === 0) return done === undefined ? null : <p className={styles.missing}>{done}</p>
  return (
    <p className={styles.missing}>
      {label}
      {steps.map(({ label: step, fieldId }) => (
        <button key={fieldId} type="button" className={styles.step} onClick={() => focusField(fieldId)}>
          {step}
        </button>
      ))}
    </p>
  )
}

/** Moves focus to the first control within the element with this id, and so into sight. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (element?.matches('input, button')) element.focus()
  else element?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
}
