import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject } from 'react'
import { Anchor } from './anchor.tsx'
import { cx } from './cx.ts'
import { pageDirection } from './page-direction.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import styles from './menu.module.css'

export type MenuItem =
  | {
      id: string
      label: string
      /** The language of the label, where it is not that of the page. */
      lang?: string | undefined
      /** Shown more quietly after the label. */
      detail?: string | undefined
      icon?: IconName | undefined
      danger?: boolean | undefined
      disabled?: boolean | undefined
      /** Marks the selected choice. */
      checked?: boolean | undefined
      href?: string | undefined
      onPress?: (() => void) | undefined
    }
  | 'line'

export type MenuPanelProps = {
  label: string
  items: readonly MenuItem[]
  head?: ReactNode
  align?: 'start' | 'end' | undefined
  open: boolean
  onChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
}

export function MenuPanel({ label, items, head, align = 'end', open, onChange, anchor }: MenuPanelProps) {
  return (
    <DirectionProvider direction={pageDirection()}>
      <Base.Root open={open} onOpenChange={(next) => onChange(next)} modal={false}>
        <Base.Portal>
          <Base.Positioner
            className={styles.positioner}
            anchor={anchor}
            align={align}
            sideOffset={6}
            collisionPadding={8}
          >
            <Base.Popup className={styles.popup} aria-label={label} finalFocus={anchor}>
              {head !== undefined && <div className={styles.head}>{head}</div>}
              {items.map((item, index) => renderItem(item, index))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  )
}

function renderItem(item: MenuItem, index: number) {
  if (item === 'line') return <Base.Separator key={index} className={styles.line} />
  const className = cx(styles.item, item.danger && styles.danger)
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={18} />}
      {item.lang === undefined ? item.label : <span lang={item.lang}>{item.label}</span>}
      {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
      {item.checked && (
        <span className={styles.check}>
          <Icon name="check" size={16} />
        </span>
      )}
    </>
  )
  if (item.href !== undefined) {
    return (
      <Base.LinkItem key={item.id} className={className} closeOnClick render={<Anchor href={item.href} />}>
        {content}
      </Base.LinkItem>
    )
  }
  if (item.checked !== undefined) {
    return (
      <Base.CheckboxItem
        key={item.id}
        className={className}
        checked={item.checked}
        closeOnClick
        disabled={item.disabled}
        onClick={() => item.onPress?.()}
      >
        {content}
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item key={item.id} className={className} disabled={item.disabled} onClick={() => item.onPress?.()}>
      {content}
    </Base.Item>
  )
}
