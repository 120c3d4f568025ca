import { useEffect, useRef } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type AnimationPlayer } from '../../../three/viewer/animation-player.ts'
import { type ViewerCanvas } from '../../../three/viewer/viewer-canvas.ts'
import { SegmentedControl } from './controls.tsx'
import { type AnimationState } from './animation-state.ts'
import styles from './panel.module.css'
import { ToolButton } from './toolbar.tsx'

type Props = {
  canvas: ViewerCanvas
  player: AnimationPlayer
  animation: AnimationState
  onAnimationChange: (motion: AnimationState) => void
}

/** Plays or scrubs the animations of the model; unmounting restores the saved pose. */
export function AnimationPanel({ canvas, player, animation, onAnimationChange }: Props) {
  const t = useTranslations('viewer')
  const format = useFormat()
  const slider = useRef<HTMLInputElement>(null)
  const { clip, playing } = animation

  useEffect(
    () => () => {
      player.reset()
      canvas.requestRender()
    },
    [canvas, player],
  )

  useEffect(() => {
    player.select(clip)
    canvas.requestRender()
  }, [canvas, player, clip])

  useEffect(() => {
    player.setPlaying(playing)
    canvas.requestRender()
  }, [canvas, player, playing])

  useEffect(
    () =>
      canvas.onFrame(() => {
        if (!slider.current) return
        slider.current.value = String(player.progress)
        slider.current.setAttribute('aria-valuetext', format.percent(player.progress))
      }),
    [canvas, player, format],
  )

  return (
    <>
      {player.clips.length > 1 && (
        <SegmentedControl
          label={t('motion.which')}
          value={String(clip)}
          options={player.clips.map(({ name }, index) => ({ value: String(index), label: name || `${index + 1}` }))}
          onChange={(next) => onAnimationChange({ ...animation, clip: Number(next) })}
        />
      )}
      <ToolButton
        icon={playing ? 'pause' : 'play'}
        text={t(playing ? 'motion.pause' : 'motion.play')}
        onPress={() => onAnimationChange({ ...animation, playing: !playing })}
      />
      <label className={styles.slider}>
        <span className={styles.quiet}>{t('motion.at')}</span>
        <input
          ref={slider}
          type="range"
          min={0}
          max={1}
          step={0.01}
          defaultValue={0}
          onChange={(event) => {
            player.seek(Number(event.target.value))
            onAnimationChange({ ...animation, playing: false })
            canvas.requestRender()
          }}
        />
      </label>
    </>
  )
}
