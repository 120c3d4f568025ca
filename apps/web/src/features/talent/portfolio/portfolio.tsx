import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { TurntablePicture } from '../../../components/assets/turntable-picture.tsx'
import { useTurntable } from '../../../components/assets/use-turntable.ts'
import { Section } from '../../../components/page/section.tsx'
import { Lightbox } from './lightbox.tsx'
import styles from './portfolio.module.css'

type Props = { name: string; items: Profile['portfolio'] }

/** Shows the portfolio; an item opens large with all its files, and the arrow keys move on. */
export function Portfolio({ name, items }: Props) {
  const t = useTranslations('talent')
  const [open, setOpen] = useState<number>()
  const frames = items.flatMap(({ files, ...item }) => files.map((file) => ({ ...item, ...file, itemId: item.id })))
  return (
    <Section title={t('portfolio')}>
      {items.length === 0 ? (
        <p className={styles.quiet}>{t('portfolio.none')}</p>
      ) : (
        <ul className={styles.grid} data-count={Math.min(items.length, 4)}>
          {items.map((item, index) => (
            <Item
              key={item.id}
              item={item}
              isFirst={index === 0}
              onOpen={() => setOpen(frames.findIndex(({ itemId }) => itemId === item.id))}
            />
          ))}
        </ul>
      )}
      <Lightbox name={name} frames={frames} index={open} onMove={setOpen} />
    </Section>
  )
}

type ItemProps = { item: Profile['portfolio'][number]; isFirst: boolean; onOpen: () => void }

function Item({ item, isFirst, onOpen }: ItemProps) {
  const t = useTranslations('talent')
  const { turn, trigger } = useTurntable(item.asset?.turntable ?? null)
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-label={t('portfolio-item.open', { title: item.title })}
        onClick={onOpen}
        {...trigger}
      >
        <TurntablePicture
          turn={turn}
          src={item.image}
          alt=""
          width={item.width}
          height={item.height}
          loading={isFirst ? 'eager' : 'lazy'}
          sizes="(max-width: 599.95px) 100vw, 600px"
        />
        <span className={styles.title} dir="auto">
          {item.title}
          {item.discipline && <span className={styles.kind}>{t(`discipline.${item.discipline}`)}</span>}
        </span>
      </button>
      {(item.asset?.model || item.files.length > 1) && (
        <span className={styles.deep}>
          {item.asset?.model && (
            <>
              <Icon name="cube" size={16} />
              {t('portfolio-item.3d')}
            </>
          )}
          {item.files.length > 1 && <span>{t('portfolio-item.files', { count: item.files.length })}</span>}
        </span>
      )}
    </li>
  )
}
