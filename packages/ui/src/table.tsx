import { type ReactNode } from 'react'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<R> = {
  id: string
  title: ReactNode
  /** `end` for numbers and amounts. */
  align?: 'start' | 'end' | undefined
  render: (row: R) => ReactNode
  foot?: ReactNode
}

export type TableProps<R> = {
  /** Describes the table to screen readers; not visible. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
}

/** Renders data in columns. Scrolls horizontally on a narrow screen, also by keyboard. */
export function Table<R>({ caption, columns, rows, keyOf }: TableProps<R>) {
  const hasFoot = columns.some((column) => column.foot !== undefined)
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <HiddenCaption text={caption} />
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={column.align === 'end' ? styles.end : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.id} className={column.align === 'end' ? styles.end : undefined}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasFoot && (
          <tfoot className={styles.foot}>
            <tr>
              {columns.map((column) => (
                <td key={column.id} className={column.align === 'end' ? styles.end : undefined}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function HiddenCaption({ text }: { text: string }) {
  return (
    <caption>
      <VisuallyHidden>{text}</VisuallyHidden>
    </caption>
  )
}
