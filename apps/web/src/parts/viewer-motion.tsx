import { useEffect, useRef } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { type Player } from '../stage/player.ts'
import { type Stage } from '../stage/stage.ts'
import { Choice } from './viewer-controls.tsx'
import { type Motion } from './viewer-moves.ts'
import styles from './viewer-panel.module.css'
import { ToolButton } from './viewer-tools.tsx'

type Props = {
  stage: Stage
  player: Player
  motion: Motion
  onMotion: (motion: Motion) => void
}

/** Plays what the work brought along, or goes through it by hand; when this goes away the work stands as it was saved. */
export function Moving({ stage, player, motion, onMotion }: Props) {
  const t = useWords('viewer')
  const format = useFormat()
  const slider = useRef<HTMLInputElement>(null)
  const { clip, playing } = motion

  useEffect(
    () => () => {
      player.rest()
      stage.draw()
    },
    [stage, player],
  )

  useEffect(() => {
    player.choose(clip)
    stage.draw()
  }, [stage, player, clip])

  useEffect(() => {
    player.play(playing)
    stage.draw()
  }, [stage, player, playing])

  useEffect(
    () =>
      stage.onFrame(() => {
        if (!slider.current) return
        slider.current.value = String(player.share)
        slider.current.setAttribute('aria-valuetext', format.percent(player.share))
      }),
    [stage, player, format],
  )

  return (
    <>
      {player.clips.length > 1 && (
        <Choice
          label={t('motion.which')}
          value={String(clip)}
          options={player.clips.map(({ name }, index) => ({ value: String(index), label: name || `${index + 1}` }))}
          onChange={(next) => onMotion({ ...motion, clip: Number(next) })}
        />
      )}
      <ToolButton
        icon={playing ? 'pause' : 'play'}
        text={t(playing ? 'motion.pause' : 'motion.play')}
        onPress={() => onMotion({ ...motion, playing: !playing })}
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
            onMotion({ ...motion, playing: false })
            stage.draw()
          }}
        />
      </label>
    </>
  )
}
