import { resolveTheme, useTheme } from '../../../lib/theme.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { stillUrls } from './still-urls.ts'
import styles from './story-stills.module.css'
import { storyBeats } from './story.ts'

/** Tells the story in captioned stills. */
export function StoryStills() {
  const t = useTranslations('accounts/front-door')
  const urls = stillUrls[resolveTheme(useTheme())]
  return (
    <section className={styles.stills} aria-label={t('story')} tabIndex={0}>
      <ol className={styles.list}>
        {storyBeats.map((beat) => (
          <li key={beat} className={styles.still}>
            <figure className={styles.figure}>
              <img className={styles.image} src={urls[beat]} alt="" width={720} height={540} />
              <figcaption className={styles.caption}>{t(`beat.${beat}`)}</figcaption>
            </figure>
          </li>
        ))}
      </ol>
    </section>
  )
}
