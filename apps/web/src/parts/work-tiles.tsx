import { type Attachment } from '@veranda/contract/works/schemas.ts'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { FileFace } from './file-line.tsx'
import { megabytes } from './megabytes.ts'
import { WorkLook } from './work-look.tsx'
import styles from './work-tiles.module.css'

const icons: Record<Attachment['kind'], IconName> = {
  model: 'cube',
  picture: 'image',
  video: 'file',
  document: 'file',
  archive: 'file',
}

/** Works as small tiles; pressing one opens it: a model to turn, a film to play, a document to read. */
export function WorkTiles({ works, label }: { works: readonly Attachment[]; label: string }) {
  const t = useWords('works')
  const format = useFormat()
  const [opened, setOpened] = useState<Attachment>()
  if (works.length === 0) return null
  return (
    <>
      <ul className={styles.tiles} aria-label={label}>
        {works.map((work) => (
          <li key={work.id}>
            <button
              type="button"
              className={styles.tile}
              aria-label={t('open', { name: work.name })}
              onClick={() => setOpened(work)}
            >
              <FileFace icon={icons[work.kind]} picture={work.thumbnail} name={work.name}>
                <span className={styles.quiet}>
                  {t(`kind.${work.kind}`)} · {t('megabytes', { value: format.number(megabytes(work.bytes)) })}
                </span>
              </FileFace>
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="wide"
        title={opened?.name ?? label}
      >
        {opened && <WorkLook id={opened.id} name={opened.name} thumbnail={opened.thumbnail} />}
      </Dialog>
    </>
  )
}
