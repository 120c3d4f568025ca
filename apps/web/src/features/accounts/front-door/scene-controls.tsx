import { Icon } from '@veranda/ui/icon.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { SceneButton } from './scene-button.tsx'
import styles from './scene-controls.module.css'
import { type StoryMoment, storyBeats } from './story.ts'
import { type Playback } from './story-player.ts'

type Props = {
  playback: Playback
  moment: StoryMoment
  /** The visitor has taken the chair. */
  isTaken: boolean
  isExploded: boolean
  onPlay: () => void
  onPause: () => void
  /** Turns to the left (-1) or to the right (1). */
  onTurn: (direction: -1 | 1) => void
  onPin: () => void
  onExplode: () => void
}

/** Renders the caption of the story, what the client does in it, and the controls. */
export function SceneControls(props: Props) {
  const t = useTranslations('accounts/front-door')
  const c = useTranslations('common')
  const { playback, moment, isTaken, isExploded } = props
  const playLabel = playback === 'playing' ? t('pause') : playback === 'paused' ? t('play') : t('replay')
  const playIcon = playback === 'playing' ? 'pause' : playback === 'paused' ? 'play' : 'replay'
  return (
    <div className={styles.bar}>
      <div className={styles.story} aria-hidden="true">
        <span className={styles.version}>
          {t('model')} · {c('version', { number: moment.version })}
        </span>
        <p className={styles.caption}>{isTaken ? t('hint') : t(`beat.${moment.beat}`)}</p>
        <span className={styles.beats}>
          {storyBeats.map((beat) => (
            <span
              key={beat}
              className={styles.beat}
              data-reached={storyBeats.indexOf(beat) <= storyBeats.indexOf(moment.beat) || undefined}
            />
          ))}
        </span>
      </div>
      <div className={styles.decision} aria-hidden="true" data-state={moment.approval}>
        <span className={styles.approve}>
          {moment.approval === 'released' && <Icon name="check" size={16} />}
          {moment.approval === 'released' ? t('released') : t('approve')}
        </span>
        <span className={styles.hand} />
      </div>
      <div className={styles.controls} role="group" aria-label={t('model')}>
        <SceneButton
          icon={playIcon}
          label={playLabel}
          onClick={playback === 'playing' ? props.onPause : props.onPlay}
        />
        <SceneButton icon="turn-start" label={t('turn.start')} onClick={() => props.onTurn(-1)} />
        <SceneButton icon="turn-end" label={t('turn.end')} onClick={() => props.onTurn(1)} />
        <SceneButton icon="pin" label={t('pin')} onClick={props.onPin} />
        <SceneButton icon="explode" label={t('explode')} pressed={isExploded} onClick={props.onExplode} />
      </div>
    </div>
  )
}
