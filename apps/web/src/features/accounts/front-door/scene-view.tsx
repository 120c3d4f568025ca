import { type PointerEvent, useRef, useState } from 'react'
import { resolveTheme, useTheme } from '../../../lib/theme.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { requestedMomentMs } from './choose-presentation.ts'
import { SceneControls } from './scene-controls.tsx'
import { SceneLabels } from './scene-labels.tsx'
import styles from './scene-view.module.css'
import { storyBeats } from './story.ts'
import { useScene } from './use-scene.ts'

/** Beyond this distance between pointer down and up a press is a drag, in pixels. */
const dragThresholdPx = 5
const degreesPerPixel = 0.28
const turnStepDegrees = 30

/** Shows the live veranda with its story, which the visitor can pause, and take the chair at any time. */
export function SceneView() {
  const t = useTranslations('accounts/front-door')
  const host = useRef<HTMLDivElement>(null)
  const theme = resolveTheme(useTheme())
  const [stoppedAtMs] = useState(() => requestedMomentMs(location.search))
  const scene = useScene(host, theme, stoppedAtMs)
  const drag = useRef<{ x: number; y: number; moved: boolean }>(undefined)

  function startDrag(event: PointerEvent<HTMLDivElement>) {
    if (!event.isPrimary || event.button !== 0) return
    drag.current = { x: event.clientX, y: event.clientY, moved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function continueDrag(event: PointerEvent<HTMLDivElement>) {
    const from = drag.current
    if (!from) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (!from.moved && Math.hypot(dx, dy) < dragThresholdPx) return
    drag.current = { x: event.clientX, y: event.clientY, moved: true }
    scene.dragBy(-dx * degreesPerPixel, dy * degreesPerPixel * 0.7)
  }

  function endDrag(event: PointerEvent<HTMLDivElement>) {
    const from = drag.current
    drag.current = undefined
    if (!from || from.moved) return
    const box = event.currentTarget.getBoundingClientRect()
    scene.pinAt(event.clientX - box.left, event.clientY - box.top)
  }

  return (
    <section className={styles.scene} aria-label={t('story')}>
      <VisuallyHidden as="div">
        <ol>
          {storyBeats.map((beat) => (
            <li key={beat}>{t(`beat.${beat}`)}</li>
          ))}
        </ol>
      </VisuallyHidden>
      <div
        ref={host}
        className={styles.canvas}
        data-state={scene.canvas ? 'ready' : 'loading'}
        onPointerDown={startDrag}
        onPointerMove={continueDrag}
        onPointerUp={endDrag}
        onPointerCancel={() => (drag.current = undefined)}
      />
      {scene.canvas && (
        <>
          <SceneLabels canvas={scene.canvas} moment={scene.moment} pins={scene.pins} />
          <SceneControls
            playback={scene.playback}
            moment={scene.moment}
            isTaken={scene.isTaken}
            isExploded={scene.isExploded}
            onPlay={scene.play}
            onPause={scene.pause}
            onTurn={(direction) => scene.turnBy(direction * turnStepDegrees)}
            onPin={scene.pinMiddle}
            onExplode={scene.toggleExplode}
          />
        </>
      )}
    </section>
  )
}
