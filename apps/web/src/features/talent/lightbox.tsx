import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { pageDirection } from '@veranda/ui/direction.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWords } from '../../lib/words.ts'
import { WorkViewer } from '../../parts/work-viewer.tsx'
import styles from './portfolio.module.css'

type Props = {
  name: string
  pieces: Talent['portfolio']
  at: number | undefined
  onMove: (at: number | undefined) => void
}

/** One picture as large as the page allows. Arrow keys, Home and End move; Escape closes. */
export function Lightbox({ name, pieces, at, onMove }: Props) {
  const t = useWords('talent')
  const frame = useRef<HTMLDivElement>(null)
  const piece = at === undefined ? undefined : pieces[at]
  const count = pieces.length

  function go(to: number) {
    onMove((to + count) % count)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    // The stage and its tools have arrow keys of their own.
    const inside = event.target instanceof Element && event.target.closest('[role=application], input') !== null
    if (at === undefined || inside) return
    const [back, on] = pageDirection() === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const to = { [on]: at + 1, [back]: at - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  })

  const open = piece !== undefined
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [open])

  return (
    <Dialog
      open={open}
      onClose={() => onMove(undefined)}
      size="wide"
      title={piece?.title ?? t('lightbox', { name })}
      text={piece?.description}
      initialFocus={frame}
    >
      {piece && at !== undefined && (
        <div ref={frame} className={styles.frame} role="group" aria-label={t('lightbox', { name })} tabIndex={-1}>
          {piece.work?.model ? (
            <div className={styles.stage}>
              <WorkViewer
                compact
                id={piece.work.id}
                name={piece.title}
                url={piece.work.model.url}
                thumbnail={piece.work.thumbnail ?? piece.picture}
              />
            </div>
          ) : (
            <img
              className={styles.large}
              src={piece.picture}
              alt={piece.title}
              width={piece.width}
              height={piece.height}
            />
          )}
          {count > 1 && (
            <div className={styles.move}>
              <IconButton icon="chevron-start" label={t('lightbox.previous')} onClick={() => go(at - 1)} />
              <span role="status">{t('lightbox.place', { number: at + 1, count })}</span>
              <IconButton icon="chevron-end" label={t('lightbox.next')} onClick={() => go(at + 1)} />
            </div>
          )}
          <VisuallyHidden>{t('lightbox.keys')}</VisuallyHidden>
        </div>
      )}
    </Dialog>
  )
}
