import { readWorkOriginal } from '@veranda/contract/works/routes.ts'
import { type Attachment } from '@veranda/contract/works/schemas.ts'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { cx } from '@veranda/ui/cx.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { settings } from '../lib/settings.ts'
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

type Props = {
  works: readonly Attachment[]
  label: string
  /** Shows models, pictures and films large enough to be seen where they stand. */
  large?: boolean
}

/** Works as tiles; pressing one opens it: a model to turn, a picture to see whole, a film to play. */
export function WorkTiles({ works, label, large = false }: Props) {
  const t = useWords('works')
  const format = useFormat()
  const [opened, setOpened] = useState<Attachment>()
  if (works.length === 0) return null
  const factsOf = ({ kind, bytes }: Attachment) =>
    `${t(`kind.${kind}`)} · ${t('megabytes', { value: format.number(megabytes(bytes)) })}`
  return (
    <>
      <ul className={styles.tiles} aria-label={label}>
        {works.map((work) => (
          <li key={work.id}>
            <button
              type="button"
              className={cx(styles.tile, large && shows(work) && styles.large)}
              aria-label={`${t('open', { name: work.name })} ${factsOf(work)}`}
              onClick={() => setOpened(work)}
            >
              {large && <Preview work={work} />}
              <FileFace
                icon={icons[work.kind]}
                picture={large && shows(work) ? undefined : work.thumbnail}
                name={work.name}
              >
                <span className={styles.quiet}>{factsOf(work)}</span>
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

/** Whether there is something to be seen of it without opening it. */
function shows({ kind, thumbnail }: Attachment): boolean {
  return thumbnail !== null || kind === 'video'
}

/** What there is to be seen of a work, in a frame that has its size before anything has arrived. */
function Preview({ work: { id, kind, thumbnail } }: { work: Attachment }) {
  if (thumbnail !== null) return <img className={styles.preview} src={thumbnail} alt="" loading="lazy" />
  if (kind !== 'video') return null
  // Silent, never played here, and named by its button; the first picture of it is all that is shown.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return (
    <video
      className={styles.preview}
      src={`${originalOf(id)}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
    />
  )
}

function originalOf(id: string): string {
  return `${settings.apiUrl}${readWorkOriginal.path.replace(':id', id)}`
}
