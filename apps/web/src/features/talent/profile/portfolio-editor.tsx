import { readProfile, removePortfolioItem } from '@veranda/contract/talent/routes.ts'
import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useRef, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import { useImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { useAssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { PortfolioItemForm } from './portfolio-item-form.tsx'
import styles from './profile.module.css'

type PortfolioItem = Talent['portfolio'][number]

/** Edits the portfolio items. */
export function PortfolioEditor({ items }: { items: readonly PortfolioItem[] }) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const [chosen, setChosen] = useState<boolean>()
  const images = useImageUploads('portfolio-item.image', 1)
  const models = useAssetUploads('portfolio-item', 'profile')
  // Uploads that were running when the page was left continue, and stay visible.
  const adding = chosen ?? images.items.length + models.items.length > 0
  const [removing, setRemoving] = useState<PortfolioItem>()
  const remove = useCommand(removePortfolioItem, { invalidates: [readProfile] })
  const cancelButton = useRef<HTMLButtonElement>(null)

  async function confirmRemove() {
    if (!removing) return
    const outcome = await remove.run({ params: { id: removing.id } })
    if (!outcome.ok) return
    setRemoving(undefined)
    snackbars.add({ title: t('edit.portfolio-item.removed', { title: removing.title }) })
  }

  function cancelAdding() {
    setChosen(false)
    for (const { key } of images.items) images.remove(key)
    for (const { key } of models.items) models.remove(key)
  }

  return (
    <div className={styles.items}>
      {items.length === 0 && !adding && <p className={styles.note}>{t('edit.portfolio.none')}</p>}
      <ul className={styles.grid}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <img src={item.image} alt="" loading="lazy" />
            <span className={styles.itemTitle} dir="auto">
              {item.title}
            </span>
            <IconButton
              size="small"
              icon="trash"
              label={t('edit.portfolio-item.remove', { title: item.title })}
              onClick={() => setRemoving(item)}
            />
          </li>
        ))}
      </ul>
      {adding ? (
        <PortfolioItemForm images={images} models={models} onDone={() => setChosen(false)} onCancel={cancelAdding} />
      ) : (
        <div>
          <Button icon="image" onClick={() => setChosen(true)}>
            {t('edit.portfolio-item.add')}
          </Button>
        </div>
      )}
      <Dialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('edit.portfolio-item.remove', { title: removing?.title ?? '' })}
        text={t('edit.portfolio-item.remove.text')}
        initialFocus={cancelButton}
        actions={
          <>
            <Button ref={cancelButton} onClick={() => setRemoving(undefined)}>
              {c('cancel')}
            </Button>
            <Button kind="danger" busy={remove.busy} onClick={() => void confirmRemove()}>
              {c('remove')}
            </Button>
          </>
        }
      >
        <ProblemBanner problem={remove.problem} />
      </Dialog>
    </div>
  )
}
