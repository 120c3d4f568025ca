import { type EmbeddedMetadata } from '@veranda/contract/assets/schemas.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './embedded-metadata.module.css'

type DeliveredFile = {
  readonly id: string
  readonly name: string
  /** Null or absent where it was not read. */
  readonly embeddedMetadata?: EmbeddedMetadata | null | undefined
}

/**
 * Shows the creator what the originals of a version carry beside their content, because the client gets them as they are.
 */
export function EmbeddedMetadataList({ files }: { files: readonly DeliveredFile[] }) {
  const t = useTranslations('commissions')
  if (files.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('carried.title')}>
      <h3 className={styles.title}>{t('carried.title')}</h3>
      <p className={styles.quiet}>{t('carried.text')}</p>
      <ul className={styles.files}>
        {files.map(({ id, name, embeddedMetadata }) => (
          <li key={id}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {embeddedMetadata ? (
              <Entries metadata={embeddedMetadata} />
            ) : (
              <p className={styles.quiet}>{t('carried.unread')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entries({ metadata }: { metadata: EmbeddedMetadata }) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const { hasLocation, coordinates } = metadata
  const place = coordinates
    ? t('carried.coordinates', {
        latitude: format.number(coordinates.latitude),
        longitude: format.number(coordinates.longitude),
      })
    : hasLocation && t('carried.place-named')
  const entries = (
    [
      ['place', place],
      ['author', metadata.author],
      ['copyright', metadata.copyright],
      ['camera', metadata.camera],
      ['software', metadata.software],
    ] as const
  ).filter(([, value]) => typeof value === 'string')
  if (entries.length === 0) return <p className={styles.quiet}>{t('carried.nothing')}</p>
  return (
    <dl className={styles.entries}>
      {entries.map(([entry, value]) => (
        <div key={entry}>
          <dt>{t(`carried.${entry}`)}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
