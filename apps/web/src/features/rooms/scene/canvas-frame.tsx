import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas, type RoomTool } from '../../../three/room/room-canvas.ts'
import styles from '../room.module.css'
import { type RoomCanvasState } from './use-room-canvas.ts'

type Props = {
  host: RefObject<HTMLDivElement | null>
  canvas: RoomCanvas | undefined
  state: RoomCanvasState
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  keysId: string
  hasFailed: boolean
  isEmpty: boolean
  /** Content over the canvas. */
  children?: ReactNode
}

const orbitStepDegrees = 10
const aimStepFraction = 0.02

/** Frames the room's canvas and handles its keyboard controls. */
export function CanvasFrame({ host, canvas, state, tool, onTool, keysId, hasFailed, isEmpty, children }: Props) {
  const t = useTranslations('rooms')

  function handleKey(event: KeyboardEvent) {
    if (!canvas || event.ctrlKey || event.metaKey || event.altKey) return
    const handled = handleAimKey(event) || handleOrbitKey(event)
    if (handled) event.preventDefault()
  }

  function handleAimKey({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    if (!canvas || tool === 'look') return false
    const step = shiftKey ? aimStepFraction * 4 : aimStepFraction
    if (key === 'ArrowLeft') canvas.moveCrosshair(-step, 0)
    else if (key === 'ArrowRight') canvas.moveCrosshair(step, 0)
    else if (key === 'ArrowUp') canvas.moveCrosshair(0, -step)
    else if (key === 'ArrowDown') canvas.moveCrosshair(0, step)
    else if (key === 'Enter' || key === ' ') {
      // A held key still counts as one press.
      if (!repeat) canvas.pressCrosshair()
    } else if (key === 'Escape') onTool('look')
    else return false
    return true
  }

  /** Orbits by key. W, A, S, D, Q and E are held keys, which the canvas handles itself. */
  function handleOrbitKey({ key }: KeyboardEvent): boolean {
    if (!canvas) return false
    if (key === 'ArrowLeft') canvas.orbit(-orbitStepDegrees, 0)
    else if (key === 'ArrowRight') canvas.orbit(orbitStepDegrees, 0)
    else if (key === 'ArrowUp') canvas.orbit(0, orbitStepDegrees)
    else if (key === 'ArrowDown') canvas.orbit(0, -orbitStepDegrees)
    else if (key === '+' || key === '=') canvas.orbit(0, 0, 0.9)
    else if (key === '-') canvas.orbit(0, 0, 1.1)
    else if (key === '0') canvas.fit()
    else return false
    return true
  }

  return (
    <div className={styles.frame}>
      {/* An application takes all keys; the rule counts no application as interactive. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={host}
        className={styles.canvas}
        role="application"
        aria-roledescription={t('canvas.role')}
        aria-label={t('canvas')}
        aria-describedby={keysId}
        tabIndex={0}
        data-state={state}
        onKeyDown={handleKey}
      />
      <VisuallyHidden>
        <p id={keysId}>{t('canvas.keys')}</p>
      </VisuallyHidden>
      {state === 'ready' && <div className={styles.overlay}>{children}</div>}
      {(state === 'none' || state === 'failed') && (
        <div className={styles.over}>
          <EmptyState compact level={2} icon="cube" title={t('canvas.none')} text={t('canvas.none.text')} />
        </div>
      )}
      {state === 'opening' && (
        <div className={styles.over} role="status">
          <Spinner /> {t('canvas.drawing')}
        </div>
      )}
      {state === 'lost' && (
        <div className={styles.over} role="status">
          {t('canvas.lost')}
        </div>
      )}
      {(hasFailed || isEmpty) && state === 'ready' && (
        <p className={styles.hint} role="status">
          {t(hasFailed ? 'canvas.failed' : 'canvas.empty')}
        </p>
      )}
    </div>
  )
}
