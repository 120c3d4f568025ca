import { Icon } from '@veranda/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type CanvasPoint, type FrontDoorCanvas } from '../../../three/front-door/front-door-canvas.ts'
import styles from './scene-labels.module.css'
import { railRaiseMetres, type StoryMoment } from './story.ts'
import { type VisitorPin } from './use-scene.ts'

type Props = { canvas: FrontDoorCanvas; moment: StoryMoment; pins: readonly VisitorPin[] }

/**
 * Renders pins and labels over the scene; each follows its place on every frame without React. They illustrate the
 * captions, which screen readers get as a list.
 */
export function SceneLabels({ canvas, moment, pins }: Props) {
  const t = useTranslations('accounts/front-door')
  const lengths = useLengthFormat()
  const layer = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const rail = canvas.chair.railPoint()
    const places: Record<string, () => CanvasPoint | undefined> = {
      rail: () => canvas.project(rail),
      lantern: () => canvas.lanternPoint(),
      ...Object.fromEntries(pins.map(({ number, point }) => [`pin-${number}`, () => canvas.project(point)])),
    }
    const follow = () => {
      for (const element of layer.current?.children ?? []) {
        if (!(element instanceof HTMLElement)) continue
        const place = places[element.dataset['place'] ?? '']?.()
        element.hidden = !place
        if (!place) continue
        element.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`
        element.toggleAttribute('data-behind', place.isHidden)
      }
    }
    follow()
    return canvas.onDrawn(follow)
  }, [canvas, pins])

  return (
    <div ref={layer} className={styles.labels} aria-hidden="true">
      <div data-place="rail" className={styles.anchor} data-off={moment.pinDrop === 0 || undefined}>
        <span
          className={styles.pin}
          data-drop={moment.pinDrop > 0 || undefined}
          data-fixed={moment.pinFixed || undefined}
        >
          {moment.pinFixed ? <Icon name="check" size={14} /> : 1}
        </span>
        <span className={styles.label} data-shown={moment.pinLabelVisible || undefined}>
          {moment.pinFixed ? t('pin.fixed') : t('pin.note', { length: lengths.millimetres(railRaiseMetres, 0) })}
        </span>
        <span className={styles.raise} data-shown={moment.raiseLabelVisible || undefined}>
          <bdi>{t('raise', { length: lengths.millimetres(railRaiseMetres) })}</bdi>
        </span>
      </div>
      <div data-place="lantern" className={styles.anchor}>
        <span className={styles.protection} data-shown={moment.protectionLabelVisible || undefined}>
          {t('protected')}
        </span>
      </div>
      {pins.map(({ number, point }) => (
        <div key={number} data-place={`pin-${number}`} className={styles.anchor}>
          <span className={styles.pin} data-drop>
            {number}
          </span>
          <span className={styles.label} data-shown>
            {t('pin.on', { part: point.part })}
          </span>
        </div>
      ))}
    </div>
  )
}
