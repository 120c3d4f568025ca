import { type RecentVersion } from '@veranda/contract/dashboard/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { TurntablePicture } from '../../components/assets/turntable-picture.tsx'
import { useTurntable } from '../../components/assets/use-turntable.ts'
import { Section } from '../../components/page/section.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './recent-versions.module.css'

/** Shows the newest versions as tiles. */
export function RecentVersionTiles({ items }: { items: readonly RecentVersion[] }) {
  const t = useTranslations('dashboard/panels')
  return (
    <Section title={t('recent')} aside={<Link href="/projects">{t('recent.all')}</Link>}>
      <ul className={styles.tiles} aria-label={t('recent')}>
        {items.map((version) => (
          <Tile key={version.milestoneId} version={version} />
        ))}
      </ul>
    </Section>
  )
}

function Tile({ version }: { version: RecentVersion }) {
  const t = useTranslations('dashboard/panels')
  const { milestoneId, projectId, title, projectTitle, counterpart, number, at, thumbnail, turntable } = version
  const { turn, trigger } = useTurntable(turntable)
  return (
    <li className={styles.tile} {...trigger}>
      <TurntablePicture plate turn={turn} src={thumbnail} alt="" sizes="(max-width: 599.95px) 100vw, 320px" />
      <div className={styles.text}>
        <Anchor className={styles.title} href={`/projects/${projectId}?milestone=${milestoneId}`}>
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
  )
}
