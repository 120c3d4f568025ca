import { movePortfolioItem, removePortfolioItem, restorePortfolioItem } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Picture } from '../../../components/picture.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { hasDraft } from '../../../lib/use-draft.ts'
import { useImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { useAssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { maxPortfolioFiles } from '@veranda/core/talent/portfolio/portfolio.ts'
import {
  PortfolioItemForm,
  type PortfolioItemFormProps,
  portfolioDraftName,
  portfolioTileId,
} from './portfolio-item-form.tsx'
import styles from '../profile/profile.module.css'
import { SortHandle, SortStatus, useMoveEntries } from '../profile/sort-handle.tsx'
import { usePageList } from '../profile/use-page-list.ts'
import { useSortable } from '../profile/use-sortable.ts'

type PortfolioItem = Profile['portfolio'][number]

/** Edits the portfolio items: order, add, change, remove, and undo a removal. */
export function PortfolioEditor({ items }: { items: readonly PortfolioItem[] }) {
  const t = useTranslations('talent')
  const [chosen, setChosen] = useState<boolean>()
  const images = useImageUploads('portfolio-item.image', maxPortfolioFiles)
  const models = useAssetUploads('portfolio-item', 'profile')
  // Uploads that were running when the page was left continue, and what was typed was kept: both stay visible.
  const adding = chosen ?? (images.items.length + models.items.length > 0 || hasDraft(portfolioDraftName(undefined)))
  const [edited, setEdited] = useState<PortfolioItem>()
  const list = usePageList({ move: movePortfolioItem, remove: removePortfolioItem, restore: restorePortfolioItem })
  const sortable = useSortable({ ids: items.map(({ id }) => id), onMove: list.move })
  const byId = new Map(items.map((item) => [item.id, item]))

  function cancelAdding() {
    setChosen(false)
    for (const { key } of images.items) images.remove(key)
    for (const { key } of models.items) models.remove(key)
  }

  return (
    <div className={styles.items}>
      {items.length === 0 && !adding && <p className={styles.note}>{t('edit.portfolio.none')}</p>}
      <ul className={styles.grid} aria-label={t('edit.portfolio')}>
        {sortable.order.map((id) => {
          const item = byId.get(id)
          return (
            item && (
              <PortfolioTile
                key={id}
                item={item}
                sortable={sortable}
                onEdit={() => setEdited(item)}
                onRemove={() => void list.remove(item)}
              />
            )
          )
        })}
      </ul>
      <SortStatus sortable={sortable} titleOf={(id) => byId.get(id)?.title} />
      {adding ? (
        <ItemForm images={images} models={models} onDone={() => setChosen(false)} onCancel={cancelAdding} />
      ) : (
        <div>
          <Button icon="image" onClick={() => setChosen(true)}>
            {t('edit.portfolio-item.add')}
          </Button>
        </div>
      )}
      {edited && <PortfolioItemDialog item={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

/** Waits for the texts of the form in its own place, so that the page stays where it is. */
function ItemForm(props: PortfolioItemFormProps) {
  const t = useTranslations('talent')
  return (
    <Suspense fallback={<SkeletonRows count={3} label={t('talent.loading')} />}>
      <PortfolioItemForm {...props} />
    </Suspense>
  )
}

type PortfolioTileProps = {
  item: PortfolioItem
  sortable: ReturnType<typeof useSortable>
  onEdit: () => void
  onRemove: () => void
}

function PortfolioTile({ item: { id, title, image, asset, files }, sortable, onEdit, onRemove }: PortfolioTileProps) {
  const t = useTranslations('talent')
  const moves = useMoveEntries(sortable, id)
  const label = t('edit.item.menu', { title })
  return (
    <li id={portfolioTileId(id)} tabIndex={-1} className={styles.item} {...sortable.itemProps(id)}>
      <Picture src={image} alt="" draggable={false} sizes="(max-width: 599.95px) 50vw, 320px" />
      {(asset?.model || files.length > 1) && (
        <span className={styles.badge}>
          {asset?.model && (
            <>
              <Icon name="cube" size={14} />
              {t('portfolio-item.3d')}
            </>
          )}
          {files.length > 1 && <span>{t('portfolio-item.files', { count: files.length })}</span>}
        </span>
      )}
      <SortHandle sortable={sortable} id={id} title={title} />
      <span className={styles.itemTitle} dir="auto">
        {title}
      </span>
      <Menu
        label={label}
        items={[
          { id: 'edit', icon: 'edit', label: t('edit.item.edit'), onPress: onEdit },
          ...moves,
          'line',
          { id: 'remove', icon: 'trash', danger: true, label: t('edit.item.remove'), onPress: onRemove },
        ]}
      >
        {(trigger) => <IconButton {...trigger} className={styles.itemMenu} size="small" icon="more" label={label} />}
      </Menu>
    </li>
  )
}

/** Edits an item in a dialog, with uploads of its own. */
function PortfolioItemDialog({ item, onClose }: { item: PortfolioItem; onClose: () => void }) {
  const t = useTranslations('talent')
  const images = useImageUploads(`portfolio-item.image.${item.id}`, maxPortfolioFiles)
  const models = useAssetUploads(`portfolio-item.${item.id}`, 'profile')

  function cancel() {
    for (const { key } of images.items) images.remove(key)
    for (const { key } of models.items) models.remove(key)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title={t('edit.portfolio-item.edit', { title: item.title })}>
      <ItemForm item={item} images={images} models={models} onDone={onClose} onCancel={cancel} />
    </Dialog>
  )
}
