import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { pageDirection } from '@veranda/ui/page-direction.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetViewer } from '../../../components/viewer/asset-viewer.tsx'
import styles from './portfolio.module.css'

type Props = {
  name: string
  /** The files of all items, each with the texts of its item. */
  frames: readonly Omit<Profile['portfolio'][number], 'files'>[]
  index: number | undefined
  onMove: (index: number | undefined) => void
}

/** Shows one image as large as the page allows. Arrow keys, Home and End move; Escape closes. */
export function Lightbox({ name, frames, index, onMove }: Props) {
  const t = useTranslations('talent')
  const frame = useRef<HTMLDivElement>(null)
  const item = index === undefined ? undefined : frames[index]
  const count = frames.length

  function go(to: number) {
    onMove((to + count) % count)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // The viewer and its tools handle arrow keys themselves.
    const inside = event.target instanceof Element && event.target.closest('[role=application], input') !== null
    if (index === undefined || inside) return
    const [back, forward] = pageDirection() === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const to = { [forward]: index + 1, [back]: index - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  })

  const open = item !== undefined
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', handleKey, true)
    return () => document.removeEventListener('keydown', handleKey, true)
  }, [open])

  return (
    <Dialog
      open={open}
      onClose={() => onMove(undefined)}
      size="wide"
      title={item?.title ?? t('lightbox', { name })}
      text={item?.description}
      initialFocus={frame}
    >
      {item && index !== undefined && (
        <div ref={frame} className={styles.frame} role="group" aria-label={t('lightbox', { name })} tabIndex={-1}>
          {item.asset?.model ? (
            <div className={styles.viewer}>
              <AssetViewer
                compact
                id={item.asset.id}
                name={item.title}
                url={item.asset.model.url}
                thumbnail={item.asset.thumbnail ?? item.image}
              />
            </div>
          ) : (
            <Picture
              className={styles.large}
              src={item.image}
              alt={item.title}
              width={item.width}
              height={item.height}
              sizes="100vw"
              loading="eager"
            />
          )}
          {count > 1 && (
            <div className={styles.move}>
              <IconButton icon="chevron-start" label={t('lightbox.previous')} onClick={() => go(index - 1)} />
              <span role="status">{t('lightbox.place', { number: index + 1, count })}</span>
              <IconButton icon="chevron-end" label={t('lightbox.next')} onClick={() => go(index + 1)} />
            </div>
          )}
          <VisuallyHidden>{t('lightbox.keys')}</VisuallyHidden>
        </div>
      )}
    </Dialog>
  )
}
