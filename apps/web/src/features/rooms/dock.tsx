import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { type HeadsetState, type RoomStage, type RoomTool } from '../../parts/room-stage.ts'
import { ComfortDialog } from './comfort-dialog.tsx'
import { ownTools } from './own-tools.ts'
import { RoomIcon } from './room-icon.tsx'
import { type RoomSession } from './room-session.ts'
import styles from './dock.module.css'

type Props = {
  session: RoomSession
  stage: RoomStage | undefined
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  mayHost: boolean
  mayPin: boolean
  silenced: boolean
  wantsHeadset: boolean
  worn: HeadsetState
  onLeave: () => void
}

/** What one has at hand in the room: voice, tools, headset, the way out. */
export function Dock({ session, stage, tool, onTool, mayHost, mayPin, silenced, wantsHeadset, worn, onLeave }: Props) {
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
  const tools = ownTools(mayHost, mayPin)
  const off = status !== 'on'

  function wear() {
    if (worn === 'inside') void stage?.leaveHeadset()
    else stage?.enterHeadset().catch(() => snackbars.add({ title: t('dock.headset.refused'), tone: 'error' }))
  }

  return (
    <div className={styles.dock} role="group" aria-label={t('dock')}>
      <Control
        icon={off || muted || silenced ? 'mic-off' : 'mic'}
        label={t(silenced ? 'dock.silenced' : off ? 'dock.microphone' : muted ? 'dock.unmute' : 'dock.mute')}
        off={off || muted}
        pressed={!off && !muted}
        disabled={silenced}
        onPress={() => (off ? void session.microphone.ask() : session.mute(!muted))}
      />
      {tools.length > 1 && (
        <div className={styles.tools} role="group" aria-label={t('tools')}>
          {tools.map((name) => (
            <Control
              key={name}
              icon={name}
              label={t(`tool.${name}`)}
              pressed={name === tool}
              onPress={() => onTool(name)}
            />
          ))}
        </div>
      )}
      <IconButton icon="eye" label={t('dock.follow-work')} disabled={!stage} onClick={() => stage?.fit()} />
      <IconButton icon="settings" label={t('dock.settings')} onClick={() => setComfort(true)} />
      {canWear && (
        <Control
          icon="headset"
          label={t(
            worn === 'inside' ? 'dock.headset.leave' : worn === 'entering' ? 'dock.headset.entering' : 'dock.headset',
          )}
          pressed={worn === 'inside'}
          onPress={wear}
        />
      )}
      <Button kind="danger" icon="logout" className={styles.exit} onClick={onLeave}>
        {t('dock.leave')}
      </Button>
      <ComfortDialog open={comfort} onClose={() => setComfort(false)} microphone={session.microphone} />
    </div>
  )
}

type ControlProps = {
  icon: ComponentProps<typeof RoomIcon>['name']
  label: string
  pressed: boolean
  off?: boolean
  disabled?: boolean
  onPress: () => void
}

/** An icon with its word, where there is place for it; its name either way. */
function Control({ icon, label, pressed, off = false, disabled = false, onPress }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      data-off={off || undefined}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      <RoomIcon name={icon} />
      <span>{label}</span>
    </button>
  )
}
