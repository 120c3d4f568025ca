import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'
import { Anchor } from './anchor.tsx'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { useLabels } from './labels.tsx'
import { Spinner } from './spinner.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type Look = {
  /** One filled button a view; plain beside it; quiet in bars and rows; danger for what cannot be undone. */
  kind?: 'filled' | 'plain' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  icon?: IconName | undefined
  wide?: boolean | undefined
  children?: ReactNode
}

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> &
  Look & {
    /** Work is under way: keeps its width and focus, shows a spinner, ignores presses. */
    busy?: boolean | undefined
    /** Leads there instead of acting: the same look on a link. */
    href?: string | undefined
    ref?: Ref<HTMLButtonElement> | undefined
  }

export function Button({ kind = 'plain', size = 'medium', wide, icon, busy, href, children, ...rest }: ButtonProps) {
  const labels = useLabels()
  const className = cx(buttonClass({ kind, size, wide }), rest.className)
  const text = (
    <span className={styles.text}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </span>
  )

  if (href !== undefined && !rest.disabled) {
    return (
      <Anchor href={href} className={className} aria-label={rest['aria-label']} id={rest.id}>
        {text}
      </Anchor>
    )
  }

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) return event.preventDefault()
    rest.onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {text}
      {busy && (
        <span className={styles.busy}>
          <Spinner />
          <VisuallyHidden>{labels.busy}</VisuallyHidden>
        </span>
      )}
    </button>
  )
}

/** The look of a button for what has to be a plain link, such as a way out of the app. */
export function buttonClass({ kind = 'plain', size = 'medium', wide }: Pick<Look, 'kind' | 'size' | 'wide'>): string {
  return cx(styles.button, styles[kind], size !== 'medium' && styles[size], wide && styles.wide)
}
