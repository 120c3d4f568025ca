import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'
import { Anchor } from './anchor.tsx'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { useLabels } from './labels.tsx'
import { Spinner } from './spinner.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type ButtonLook = {
  /** One filled button per view; plain next to it; quiet in toolbars and rows; danger for what cannot be undone. */
  kind?: 'filled' | 'plain' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  icon?: IconName | undefined
  wide?: boolean | undefined
  children?: ReactNode
}

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> &
  ButtonLook & {
    /** Loading: keeps width and focus, shows a spinner, ignores clicks. */
    busy?: boolean | undefined
    /** Renders a link with the same style. */
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

/** Returns the class of a button for an element that must be a plain link, such as a link out of the app. */
function buttonClass({ kind = 'plain', size = 'medium', wide }: Pick<ButtonLook, 'kind' | 'size' | 'wide'>): string {
  return cx(styles.button, styles[kind], size !== 'medium' && styles[size], wide && styles.wide)
}
