import { type KeyboardEvent, useId, useState } from 'react'
import styles from './combobox.module.css'
import { cx } from './cx.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type ComboboxOption = { value: string; detail?: string | undefined }

export type ComboboxProps = Pick<TextInputProps, 'icon' | 'maxLength' | 'after' | 'placeholder' | 'aria-label'> & {
  typed: string
  onType: (typed: string) => void
  options: readonly ComboboxOption[]
  /** Called when the input gets the focus; the first time is early enough to load suggestions. */
  onFocus?: () => void
  /** Called with a chosen option. */
  onPick: (value: string) => void
  /** Handles keys that choose nothing, such as Enter without an option; a key whose default it prevents closes the list. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Name of the list. */
  listLabel: string
  /** Says how many options there are; announced while the list is open. */
  status: string
  /** Chooses the first option by Enter although none was moved to. */
  autoHighlight?: boolean
}

/**
 * Renders a text input with a list of suggestions. The arrow keys open the list and move in it, Enter chooses and closes it,
 * Escape closes it; the focus stays in the input.
 */
export function Combobox(props: ComboboxProps) {
  const {
    typed,
    onType,
    options,
    onPick,
    onFocus,
    onKeyDown,
    listLabel,
    status,
    autoHighlight = false,
    ...input
  } = props
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [moved, setMoved] = useState<number>()
  const isShown = isOpen && options.length > 0
  const active = isShown ? (moved ?? (autoHighlight && typed !== '' ? 0 : undefined)) : undefined
  const current = active === undefined ? undefined : options[Math.min(active, options.length - 1)]

  function close() {
    setIsOpen(false)
    setMoved(undefined)
  }

  // What comes next may lie under the list, so it stays closed until it is asked for again.
  function pick(value: string) {
    close()
    onPick(value)
  }

  function move(by: 1 | -1) {
    setIsOpen(true)
    const { length } = options
    if (length === 0) return
    const from = active ?? (by === 1 ? -1 : length)
    setMoved((from + by + length) % length)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      pick(current.value)
    } else if (event.key === 'Escape' && isShown) {
      // A dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else {
      onKeyDown?.(event)
      if (event.defaultPrevented) close()
    }
  }

  return (
    <div className={styles.combobox}>
      <TextInput
        {...input}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={current && `${id}-${options.indexOf(current)}`}
        value={typed}
        onChange={(event) => {
          setIsOpen(true)
          setMoved(undefined)
          onType(event.target.value)
        }}
        onFocus={() => {
          setIsOpen(true)
          onFocus?.()
        }}
        onClick={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={press}
      />
      {isShown && (
        <div className={styles.popup}>
          <div id={`${id}-list`} role="listbox" aria-label={listLabel} className={styles.list}>
            {options.map((option, index) => (
              <div
                key={option.value}
                id={`${id}-${index}`}
                ref={option === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
                role="option"
                aria-selected={option === current}
                className={cx(styles.option, option === current && styles.active)}
                // The input keeps the focus, and with it the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(option.value)}
              >
                <bdi>{option.value}</bdi>
                {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{isShown ? status : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
