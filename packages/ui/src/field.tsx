import { createContext, type ReactNode, use, useId } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { useLabels } from './labels.tsx'

type FieldAria = { id: string; describedBy: string | undefined; invalid: boolean }

const FieldContext = createContext<FieldAria | null>(null)

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Says what is wrong; replaces the hint and is announced when it appears. */
  error?: ReactNode
  optional?: boolean | undefined
  /** At the end of the label row: a link or a counter. */
  aside?: ReactNode
  children: ReactNode
}

/** Renders label, hint and error around one input; the input gets its ids from the context. */
export function Field({ label, hint, error, optional, aside, children }: FieldProps) {
  const labels = useLabels()
  const id = useId()
  const note = error ?? hint
  const wiring = { id, describedBy: note ? `${id}-note` : undefined, invalid: Boolean(error) }
  return (
    <FieldContext value={wiring}>
      <div className={styles.field}>
        <div className={styles.label}>
          <label htmlFor={id}>{label}</label>
          {optional && <span className={styles.optional}>{labels.optional}</span>}
          {aside}
        </div>
        {children}
        {error ? (
          <p id={`${id}-note`} className={styles.error} role="alert">
            <Icon name="error" size={16} />
            <span>{error}</span>
          </p>
        ) : (
          hint && (
            <p id={`${id}-note`} className={styles.hint}>
              {hint}
            </p>
          )
        )}
      </div>
    </FieldContext>
  )
}

/** Returns the attributes that connect an input to its field; an explicit id wins. */
export function useFieldAria(ownId: string | undefined) {
  const wiring = use(FieldContext)
  if (wiring === null) return { id: ownId }
  return {
    id: ownId ?? wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid || undefined,
  }
}
