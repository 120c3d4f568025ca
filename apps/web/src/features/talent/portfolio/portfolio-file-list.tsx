import { Chip } from '@veranda/ui/chip.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../profile/profile.module.css'
import { SortHandle, SortStatus } from '../profile/sort-handle.tsx'
import { type ItemFiles } from './use-item-files.ts'
import { useSortable } from '../profile/use-sortable.ts'

/** Sorts and removes the files of a portfolio item; the first one is marked as its cover. */
export function PortfolioFileList({ files }: { files: ItemFiles }) {
  const t = useTranslations('talent')
  const { shown } = files
  const sortable = useSortable({ ids: shown.map(({ key }) => key), onMove: files.move })
  const byKey = new Map(shown.map((file, index) => [file.key, { ...file, number: index + 1 }]))
  const titleOf = (key: string) => {
    const file = byKey.get(key)
    return file && (file.name ?? t('edit.file.number', { number: file.number }))
  }
  if (shown.length === 0) return null
  return (
    <section aria-label={t('edit.files')} className={styles.skills}>
      <ul className={styles.files}>
        {sortable.order.map((key, index) => {
          const file = byKey.get(key)
          if (!file) return null
          const title = titleOf(key) ?? ''
          return (
            <li key={key} className={styles.file} {...sortable.itemProps(key)}>
              <Picture src={file.image ?? ''} alt={title} draggable={false} sizes="240px" />
              <span className={styles.fileMarks}>
                {index === 0 && <Chip tone="primary">{t('edit.file.cover')}</Chip>}
                {file.is3d && <Chip icon="cube">{t('portfolio-item.3d')}</Chip>}
              </span>
              <span className={styles.fileActions}>
                <SortHandle sortable={sortable} id={key} title={title} />
                <IconButton
                  size="small"
                  icon="close"
                  label={t('edit.file.remove', { title })}
                  onClick={() => files.remove(key)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <SortStatus sortable={sortable} titleOf={titleOf} />
      {shown.length > 1 && <p className={styles.note}>{t('edit.files.hint')}</p>}
    </section>
  )
}
