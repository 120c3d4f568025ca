import { IconButton } from '@veranda/ui/icon-button.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './sort-handle.module.css'
import { type useSortable } from './use-sortable.ts'

type Sortable = ReturnType<typeof useSortable>

/** Moves an item of a list: by dragging it, or with the arrow keys. */
export function SortHandle({ sortable, id, title }: { sortable: Sortable; id: string; title: string }) {
  const t = useTranslations('talent')
  if (sortable.order.length < 2) return null
  return (
    <IconButton
      size="small"
      icon="menu"
      className={styles.handle}
      label={t('edit.move', { title })}
      {...sortable.handleProps(id)}
    />
  )
}

/** Announces the place of the item that was moved last. */
export function SortStatus({ sortable, titleOf }: { sortable: Sortable; titleOf: (id: string) => string | undefined }) {
  const t = useTranslations('talent')
  const { lastMoved, order } = sortable
  const title = lastMoved && titleOf(lastMoved.id)
  return (
    <VisuallyHidden>
      <span role="status">
        {lastMoved && title !== undefined
          ? t('edit.moved', { title, place: lastMoved.place, count: order.length })
          : ''}
      </span>
    </VisuallyHidden>
  )
}

/** Returns the entries of an item's menu that move it. */
export function useMoveEntries(sortable: Sortable, id: string) {
  const t = useTranslations('talent')
  const at = sortable.order.indexOf(id)
  if (sortable.order.length < 2) return []
  return [
    {
      id: 'earlier',
      icon: 'arrow-start' as const,
      label: t('edit.move.earlier'),
      disabled: at === 0,
      onPress: () => sortable.move(id, -1),
    },
    {
      id: 'later',
      icon: 'arrow-end' as const,
      label: t('edit.move.later'),
      disabled: at === sortable.order.length - 1,
      onPress: () => sortable.move(id, 1),
    },
  ]
}
