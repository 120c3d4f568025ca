import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'
import { Lightbox } from './lightbox.tsx'
import styles from './portfolio.module.css'

type Props = { name: string; pieces: Talent['portfolio'] }

/** Finished work; a picture opens large, and the arrow keys lead on. */
export function Portfolio({ name, pieces }: Props) {
  const t = useWords('talent')
  const [open, setOpen] = useState<number>()
  return (
    <Section title={t('portfolio')}>
      {pieces.length === 0 ? (
        <p className={styles.quiet}>{t('portfolio.none')}</p>
      ) : (
        <ul className={styles.grid} data-count={Math.min(pieces.length, 4)}>
          {pieces.map((piece, index) => (
            <li key={piece.id}>
              <button
                type="button"
                className={styles.piece}
                aria-label={t('piece.open', { title: piece.title })}
                onClick={() => setOpen(index)}
              >
                <img
                  src={piece.picture}
                  alt=""
                  width={piece.width}
                  height={piece.height}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  decoding="async"
                />
                <span className={styles.title} dir="auto">
                  {piece.title}
                </span>
              </button>
              {piece.work?.model && (
                <span className={styles.deep}>
                  <Icon name="cube" size={16} />
                  {t('piece.3d')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Lightbox name={name} pieces={pieces} at={open} onMove={setOpen} />
    </Section>
  )
}
