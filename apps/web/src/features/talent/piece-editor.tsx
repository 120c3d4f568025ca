import { readProfile, removePiece } from '@veranda/contract/talent/routes.ts'
import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useRef, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { usePictureUploads } from '../../parts/use-picture-uploads.ts'
import { useWorkUploads } from '../../parts/use-work-uploads.ts'
import { PieceForm } from './piece-form.tsx'
import styles from './profile.module.css'

type Piece = Talent['portfolio'][number]

/** The pictures of finished work. */
export function PieceEditor({ pieces }: { pieces: readonly Piece[] }) {
  const t = useWords('talent')
  const c = useWords('common')
  const [chosen, setAdding] = useState<boolean>()
  const pictures = usePictureUploads('piece.picture', 1)
  const models = useWorkUploads('piece', 'profile')
  // What was on its way when the page was left goes on, and in sight.
  const adding = chosen ?? pictures.coming.length + models.coming.length > 0
  const [taking, setTaking] = useState<Piece>()
  const remove = useCommand(removePiece, { touches: [readProfile] })
  const keep = useRef<HTMLButtonElement>(null)

  async function take() {
    if (!taking) return
    const outcome = await remove.run({ params: { id: taking.id } })
    if (!outcome.ok) return
    setTaking(undefined)
    snackbars.add({ title: t('edit.piece.removed', { title: taking.title }) })
  }

  function giveUp() {
    setAdding(false)
    for (const { key } of pictures.coming) pictures.remove(key)
    for (const { key } of models.coming) models.remove(key)
  }

  return (
    <div className={styles.pieces}>
      {pieces.length === 0 && !adding && <p className={styles.note}>{t('edit.portfolio.none')}</p>}
      <ul className={styles.grid}>
        {pieces.map((piece) => (
          <li key={piece.id} className={styles.piece}>
            <img src={piece.picture} alt="" loading="lazy" />
            <span className={styles.pieceTitle} dir="auto">
              {piece.title}
            </span>
            <IconButton
              size="small"
              icon="trash"
              label={t('edit.piece.remove', { title: piece.title })}
              onClick={() => setTaking(piece)}
            />
          </li>
        ))}
      </ul>
      {adding ? (
        <PieceForm pictures={pictures} models={models} onDone={() => setAdding(false)} onCancel={giveUp} />
      ) : (
        <div>
          <Button icon="image" onClick={() => setAdding(true)}>
            {t('edit.piece.add')}
          </Button>
        </div>
      )}
      <Dialog
        open={taking !== undefined}
        onClose={() => setTaking(undefined)}
        title={t('edit.piece.remove', { title: taking?.title ?? '' })}
        text={t('edit.piece.remove.text')}
        initialFocus={keep}
        actions={
          <>
            <Button ref={keep} onClick={() => setTaking(undefined)}>
              {c('cancel')}
            </Button>
            <Button kind="danger" busy={remove.busy} onClick={() => void take()}>
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
