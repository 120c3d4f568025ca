import { type RecentWork } from '@veranda/contract/dashboard/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useState } from 'react'
import { TurningPicture } from '../../components/viewer/turning-picture.tsx'
import { Section } from '../../components/section.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { useTranslations } from '../../lib/i18n.ts'
import styles from './recent-work.module.css'

/** Shows the newest versions as tiles; a model turns while it is under the pointer or has the focus. */
export function RecentWorkTiles({ items }: { items: readonly RecentWork[] }) {
  const t = useTranslations('dashboard/panels')
  const [active, setActive] = useState<string>()
  const leave = (id: string) => () => setActive((now) => (now === id ? undefined : now))
  return (
    <Section title={t('recent')} aside={<Link href="/projects">{t('recent.all')}</Link>}>
      <ul className={styles.tiles} aria-label={t('recent')}>
        {items.map(({ milestoneId, projectId, title, projectTitle, counterpart, number, at, thumbnail, modelUrl }) => (
          <li key={milestoneId} className={styles.tile}>
            <TurningPicture src={thumbnail} modelUrl={modelUrl} active={active === milestoneId} />
            <div className={styles.text}>
              <Anchor
                className={styles.title}
                href={`/projects/${projectId}?milestone=${milestoneId}`}
                onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setActive(milestoneId)}
                onPointerLeave={leave(milestoneId)}
                onFocus={() => setActive(milestoneId)}
                onBlur={leave(milestoneId)}
              >
                <bdi>{projectTitle}</bdi>
              </Anchor>
              <p className={styles.detail}>
                <bdi>{title}</bdi> · {t('recent.version', { number })}
              </p>
              <p className={styles.detail}>
                <bdi>{counterpart.name}</bdi> · <Timestamp at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
