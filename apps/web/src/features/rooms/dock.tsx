import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { type HeadsetState, type RoomStage, type RoomTool, roomTools } from '../../parts/room-stage.ts'
import { ComfortDialog } from './comfort-dialog.tsx'
import { RoomIcon } from './room-icon.tsx'
import { type RoomSession } from './room-session.ts'
import styles from './room.module.css'

type Props = {
  room: Room
  session: RoomSession
  stage: RoomStage | undefined
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  mayHost: boolean
  silenced: boolean
  wantsHeadset: boolean
  worn: HeadsetState
  onLeave: () => void
}

/** What one has at hand in the room: voice, tools, headset, the way out. */
export function Dock({ session, stage, tool, onTool, mayHost, silenced, wantsHeadset, worn, onLeave }: Props) {
  const t = useWords('rooms')
  const muted = useStore(session.muted)
  const { status } = useStore(session.microphone.state)
  const [comfort, setComfort] = useState(false)
  const [canWear, setCanWear] = useState(false)
  const asked = useRef(false)
  useEffect(() => {
    if (!stage) return
    let there = true
    void stage.canEnterHeadset().then((can) => {
      if (!there) return
      setCanWear(can)
      // Pressed at the door; browsers that want a press of their own get the button.
      if (can && wantsHeadset && !asked.current) {
        asked.current = true
        stage.enterHeadset().catch(() => undefined)
      }
    })
    return () => {
      there = false
    }
  }, [stage, wantsHeadset])
  const tools = mayHost ? roomTools : (['look', 'pin'] as const).slice(0, 1)
  const off = status !== 'on'

  function wear() {
    if (worn === 'inside') void stage?.leaveHeadset()
    else stage?.enterHeadset().catch(() => snackbars.add({ title: t('dock.headset.refused'), tone: 'error' }))
  }

  return (
    <div className={styles.dock} role="group" aria-label={t('dock')}>
      <button
        type="button"
        className={styles.control}
        data-off={off || muted || undefined}
        aria-pressed={!off && !muted}
        disabled={silenced}
        onClick={() => (off ? void session.microphone.ask() : session.mute(!muted))}
      >
        <RoomIcon name={off || muted || silenced ? 'mic-off' : 'mic'} />
        <span>{t(silenced ? 'dock.silenced' : off ? 'dock.microphone' : muted ? 'dock.unmute' : 'dock.mute')}</span>
      </button>
      {tools.length > 1 && (
        <div className={styles.tools} role="group" aria-label={t('tools')}>
          {tools.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.control}
              aria-pressed={name === tool}
              onClick={() => onTool(name)}
            >
              <RoomIcon name={name} />
              <span>{t(`tool.${name}`)}</span>
            </button>
          ))}
        </div>
      )}
      <IconButton icon="eye" label={t('dock.follow-work')} disabled={!stage} onClick={() => stage?.fit()} />
      <IconButton icon="settings" label={t('dock.settings')} onClick={() => setComfort(true)} />
      {canWear && (
        <button type="button" className={styles.control} aria-pressed={worn === 'inside'} onClick={wear}>
          <RoomIcon name="headset" />
          <span>
            {t(
              worn === 'inside' ? 'dock.headset.leave' : worn === 'entering' ? 'dock.headset.entering' : 'dock.headset',
            )}
          </span>
        </button>
      )}
      <Button kind="danger" icon="logout" onClick={onLeave}>
        {t('dock.leave')}
      </Button>
      <ComfortDialog open={comfort} onClose={() => setComfort(false)} />
    </div>
  )
}
