import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { type RoomStage, type RoomTool } from '../../parts/room-stage.ts'
import styles from './room.module.css'
import { type StageState } from './use-stage.ts'

type Props = {
  host: RefObject<HTMLDivElement | null>
  stage: RoomStage | undefined
  state: StageState
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  keys: string
  failed: boolean
  empty: boolean
}

const turns = 10
const aims = 0.02

/** The room as it is drawn, walked through by keys. */
export function StageFrame({ host, stage, state, tool, onTool, keys, failed, empty }: Props) {
  const t = useWords('rooms')
  const [focused, setFocused] = useState(false)

  function press(event: KeyboardEvent) {
    if (!stage || event.ctrlKey || event.metaKey || event.altKey) return
    const done = aimed(event) || moved(event)
    if (done) event.preventDefault()
  }

  function aimed({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    if (!stage || tool === 'look') return false
    const far = shiftKey ? aims * 4 : aims
    if (key === 'ArrowLeft') stage.aim(-far, 0)
    else if (key === 'ArrowRight') stage.aim(far, 0)
    else if (key === 'ArrowUp') stage.aim(0, -far)
    else if (key === 'ArrowDown') stage.aim(0, far)
    else if (key === 'Enter' || key === ' ') {
      // Held down, it is still one press.
      if (!repeat) stage.act()
    } else if (key === 'Escape') onTool('look')
    else return false
    return true
  }

  /** W, A, S, D, Q and E are held keys, which the stage listens to itself. */
  function moved({ key }: KeyboardEvent): boolean {
    if (!stage) return false
    if (key === 'ArrowLeft') stage.orbit(-turns, 0)
    else if (key === 'ArrowRight') stage.orbit(turns, 0)
    else if (key === 'ArrowUp') stage.orbit(0, turns)
    else if (key === 'ArrowDown') stage.orbit(0, -turns)
    else if (key === '+' || key === '=') stage.orbit(0, 0, 0.9)
    else if (key === '-') stage.orbit(0, 0, 1.1)
    else if (key === '0') stage.fit()
    else return false
    return true
  }

  const keyboard = { onKeyDown: press, onFocus: () => setFocused(true), onBlur: () => setFocused(false) }
  return (
    <div className={styles.frame} data-focused={focused || undefined}>
      <div
        ref={host}
        className={styles.stage}
        role="application"
        aria-roledescription={t('stage.role')}
        aria-label={t('stage')}
        aria-describedby={keys}
        tabIndex={0}
        data-state={state}
        {...keyboard}
      />
      <VisuallyHidden>
        <p id={keys}>{t('stage.keys')}</p>
      </VisuallyHidden>
      {(state === 'none' || state === 'failed') && (
        <div className={styles.over}>
          <EmptyState compact level={2} icon="cube" title={t('stage.none')} text={t('stage.none.text')} />
        </div>
      )}
      {state === 'opening' && (
        <div className={styles.over} role="status">
          <Spinner /> {t('stage.drawing')}
        </div>
      )}
      {state === 'lost' && (
        <div className={styles.over} role="status">
          {t('stage.lost')}
        </div>
      )}
      {(failed || empty) && state === 'ready' && (
        <p className={styles.note} role="status">
          {t(failed ? 'stage.failed' : 'stage.empty')}
        </p>
      )}
    </div>
  )
}
