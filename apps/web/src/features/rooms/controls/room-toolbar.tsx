import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type IconName, iconPaths } from '@veranda/ui/icon-paths.ts'
import { PathIcon } from '@veranda/ui/icon.tsx'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { type HeadsetState, type RoomCanvas, type RoomTool } from '../../../three/room/room-canvas.ts'
import { ComfortDialog } from './comfort-dialog.tsx'
import styles from './room-toolbar.module.css'
import { allowedTools } from './use-room-tool.ts'
import { type RoomSession } from '../connection/room-session.ts'

/** Icons used in rooms only, in a 24 by 24 view box. */
const roomIconPaths = {
  mic: 'M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  'mic-off': 'M4 4l16 16M9 9v3a3 3 0 0 0 4.8 2.4M15 11V6a3 3 0 0 0-5.6-1.5M5.5 11.5a6.5 6.5 0 0 0 10 5.4M12 18v3',
  measure: 'M3 16.5 16.5 3 21 7.5 7.5 21zm4-4 2 2m1.5-5.5 2 2m1.5-5.5 2 2',
  pen: 'm4 20 1.2-5L16 4.2a2 2 0 0 1 2.8 0l1 1a2 2 0 0 1 0 2.8L9 18.8zM14.5 6l3.5 3.5',
  place:
    'M12 3v18M3 12h18M12 3 9.5 5.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5',
  look: 'M5 3l6 17 2.5-7.5L21 10z',
} as const

export type RoomIconName = IconName | keyof typeof roomIconPaths

export function RoomIcon({ name, size = 20 }: { name: RoomIconName; size?: number }) {
  return <PathIcon path={{ ...iconPaths, ...roomIconPaths }[name]} size={size} />
}

type Props = {
  session: RoomSession
  canvas: RoomCanvas | undefined
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  can: CanInRoom
  canPin: boolean
  silenced: boolean
  wantsHeadset: boolean
  headsetState: HeadsetState
  onLeave: () => void
}

/** The canvas reports a refused headset as its state, which the room shows with a button to try again. */
const ignoreRefusal = () => undefined

/** Shows the controls of the room: microphone, tools, headset, settings and leaving. */
export function RoomToolbar({
  session,
  canvas,
  tool,
  onTool,
  can,
  canPin,
  silenced,
  wantsHeadset,
  headsetState,
  onLeave,
}: Props) {
  const t = useTranslations('rooms')
  const muted = useStore(session.muted)
  const { status } = useStore(session.microphone.state)
  const [comfortOpen, setComfortOpen] = useState(false)
  const [headsetSupported, setHeadsetSupported] = useState(false)
  const requested = useRef(false)
  useEffect(() => {
    if (!canvas) return
    let active = true
    void canvas.isHeadsetSupported().then((supported) => {
      if (!active) return
      setHeadsetSupported(supported)
      // Chosen in the lobby. A browser may want another press by now, for which the room then shows a button.
      if (supported && wantsHeadset && !requested.current) {
        requested.current = true
        canvas.enterHeadset().catch(ignoreRefusal)
      }
    })
    return () => {
      active = false
    }
  }, [canvas, wantsHeadset])
  const tools = allowedTools(can, canPin)
  const microphoneOff = status !== 'on'

  function toggleHeadset() {
    if (headsetState === 'inside') void canvas?.exitHeadset()
    else canvas?.enterHeadset().catch(ignoreRefusal)
  }

  return (
    <div className={styles.dock} role="group" aria-label={t('dock')}>
      <ToolbarButton
        icon={microphoneOff || muted || silenced ? 'mic-off' : 'mic'}
        label={t(silenced ? 'dock.silenced' : microphoneOff ? 'dock.microphone' : muted ? 'dock.unmute' : 'dock.mute')}
        off={microphoneOff || muted}
        pressed={!microphoneOff && !muted}
        disabled={silenced}
        onPress={() => (microphoneOff ? void session.microphone.request() : session.mute(!muted))}
      />
      {tools.length > 1 && (
        <div className={styles.tools} role="group" aria-label={t('tools')}>
          {tools.map((name) => (
            <ToolbarButton
              key={name}
              icon={name}
              label={t(`tool.${name}`)}
              pressed={name === tool}
              onPress={() => onTool(name)}
            />
          ))}
        </div>
      )}
      <IconButton icon="eye" label={t('dock.fit')} disabled={!canvas} onClick={() => canvas?.fit()} />
      <IconButton icon="settings" label={t('dock.settings')} onClick={() => setComfortOpen(true)} />
      {headsetSupported && (
        <ToolbarButton
          icon="headset"
          label={t(
            headsetState === 'inside'
              ? 'dock.headset.leave'
              : headsetState === 'entering'
                ? 'dock.headset.entering'
                : 'dock.headset',
          )}
          pressed={headsetState === 'inside'}
          onPress={toggleHeadset}
        />
      )}
      <Button kind="danger" icon="logout" className={styles.exit} onClick={onLeave}>
        {t('dock.leave')}
      </Button>
      <ComfortDialog open={comfortOpen} onClose={() => setComfortOpen(false)} microphone={session.microphone} />
    </div>
  )
}

type ToolbarButtonProps = {
  icon: ComponentProps<typeof RoomIcon>['name']
  label: string
  pressed: boolean
  off?: boolean
  disabled?: boolean
  onPress: () => void
}

/** Renders a button with an icon and, where there is space, its label. */
function ToolbarButton({
  icon,
  label,
  pressed,
  off: microphoneOff = false,
  disabled = false,
  onPress,
}: ToolbarButtonProps) {
  return (
    <button
      type="button"
      className={styles.control}
      data-off={microphoneOff || undefined}
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
