import { resolveTheme, useTheme } from '../../../lib/theme.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import daylightArrive from './stills/daylight-arrive.avif'
import daylightPin from './stills/daylight-pin.avif'
import daylightRaise from './stills/daylight-raise.avif'
import daylightRelease from './stills/daylight-release.avif'
import duskArrive from './stills/dusk-arrive.avif'
import duskPin from './stills/dusk-pin.avif'
import duskRaise from './stills/dusk-raise.avif'
import duskRelease from './stills/dusk-release.avif'
import styles from './story-stills.module.css'
import { type StoryBeat, storyBeats } from './story.ts'

/** Stills of the story in both themes, taken from the scene by `tools/front-door.ts`. */
const stillUrls: Readonly<Record<'daylight' | 'dusk', Readonly<Record<StoryBeat, string>>>> = {
  daylight: { arrive: daylightArrive, pin: daylightPin, raise: daylightRaise, release: daylightRelease },
  dusk: { arrive: duskArrive, pin: duskPin, raise: duskRaise, release: duskRelease },
}

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
