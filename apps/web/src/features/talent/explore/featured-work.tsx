import { type PublicWork } from '@veranda/contract/talent/explore/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { pageDirection } from '@veranda/ui/page-direction.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { Picture } from '../../../components/picture.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { wantsLess } from '../../../lib/device/wants-less.ts'
import { graphicsSupport } from '../../../lib/device/webgl-support.ts'
import { whenIdle } from '../../../lib/device/when-idle.ts'
import { useLiveModel } from './use-live-model.ts'
import styles from './featured-work.module.css'

/** Radians for a press of an arrow key. */
const turnStep = 0.2
const zoomStep = 1.15

/**
 * Shows one work large and the others to choose from. The picture comes first; the model follows by itself where it costs
 * the visitor nothing, and everywhere else by a press.
 */
export function FeaturedWork({ works, name }: { works: readonly PublicWork[]; name: string }) {
  const t = useTranslations('talent/explore')
  const [index, setIndex] = useState(0)
  const [wanted, setWanted] = useState(false)
  useEffect(() => (startsByItself() ? whenIdle(() => setWanted(true)) : undefined), [])
  const work = works[index]
  if (!work) return null
  return (
    <section className={styles.featured} aria-label={t('portfolio')}>
      <LargeWork key={work.id} work={work} name={name} wanted={wanted} onWant={() => setWanted(true)} />
      {works.length > 1 && (
        <ul className={styles.strip}>
          {works.map((one, at) => (
            <li key={one.id}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={at === index}
                aria-label={t(one.model ? 'work.show.3d' : 'work.show', { title: one.title })}
                onClick={() => setIndex(at)}
              >
                <Picture src={one.image} alt="" width={one.width} height={one.height} sizes="160px" />
                {one.model && (
                  <span className={styles.deep}>
                    <Icon name="cube" size={14} />
                    {t('work.3d')}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type LargeWorkProps = { work: PublicWork; name: string; wanted: boolean; onWant: () => void }

function LargeWork({ work, name, wanted, onWant }: LargeWorkProps) {
  const t = useTranslations('talent/explore')
  const host = useRef<HTMLDivElement>(null)
  const { state, canvas } = useLiveModel(host, work.model?.url, wanted)
  const canOpen = work.model !== null && state === 'off'

  function turn(event: KeyboardEvent) {
    if (!canvas) return
    const across = pageDirection() === 'rtl' ? -turnStep : turnStep
    const step = {
      ArrowLeft: [-across, 0, 1],
      ArrowRight: [across, 0, 1],
      ArrowUp: [0, turnStep, 1],
      ArrowDown: [0, -turnStep, 1],
      '+': [0, 0, 1 / zoomStep],
      '-': [0, 0, zoomStep],
    }[event.key]
    if (!step) return
    event.preventDefault()
    canvas.orbit(step[0] ?? 0, step[1] ?? 0, step[2])
  }

  return (
    <figure className={styles.figure}>
      <div className={styles.frame} aria-busy={state === 'loading'}>
        <img
          className={cx(styles.picture, state === 'ready' && styles.behind)}
          src={work.image}
          alt={t('meta.creator.picture', { title: work.title, name })}
          width={work.width}
          height={work.height}
          fetchPriority="high"
        />
        <div
          ref={host}
          className={cx(styles.canvas, state === 'ready' && styles.shown)}
          role={state === 'ready' ? 'application' : undefined}
          aria-label={state === 'ready' ? t('hero', { title: work.title }) : undefined}
          tabIndex={state === 'ready' ? 0 : undefined}
          onKeyDown={turn}
          // The page scrolls; the model is not zoomed by it.
          onWheelCapture={(event) => {
            if (!event.ctrlKey) event.stopPropagation()
          }}
        />
        {canOpen && (
          <span className={styles.open}>
            <Button icon="cube" onClick={onWant}>
              {t('hero.open')}
            </Button>
          </span>
        )}
        {state === 'loading' && (
          <span className={styles.open}>
            <Spinner label={t('hero.loading')} />
          </span>
        )}
      </div>
      <figcaption className={styles.caption}>
        <h2 className={styles.title} dir="auto">
          {work.title}
        </h2>
        {work.description !== '' && <p dir="auto">{work.description}</p>}
        {state === 'ready' && <p className={styles.hint}>{t('hero.hint')}</p>}
        {state === 'failed' && (
          <p className={styles.hint} role="status">
            {t('hero.failed')}
          </p>
        )}
      </figcaption>
    </figure>
  )
}

/** Returns whether the model may load without being asked for: a graphics card, room, and no wish for less. */
function startsByItself(): boolean {
  const isWide = globalThis.matchMedia?.('(min-width: 600px)').matches
  return isWide && !wantsLess() && graphicsSupport() === 'fast'
}
