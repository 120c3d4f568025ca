import { Anchor } from '@veranda/ui/anchor.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { type IconName, iconPaths } from '@veranda/ui/icon-paths.ts'
import { Icon, PathIcon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type HeadsetState, type RoomCanvas, type RoomTool } from '../../../three/room/room-canvas.ts'
import { roomPanelIds, type RoomPanelId } from '../room-drawer.tsx'
import styles from './room-toolbar.module.css'
import { allowedTools } from './use-room-tool.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'

const ComfortDialog = lazy(() => import('./comfort-dialog.tsx').then((module) => ({ default: module.ComfortDialog })))

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

type RoomIconName = IconName | keyof typeof roomIconPaths

function RoomIcon({ name, size = 20 }: { name: RoomIconName; size?: number }) {
  return <PathIcon path={{ ...iconPaths, ...roomIconPaths }[name]} size={size} mirrors={name === 'logout'} />
}

const panelIcons = { users: 'people', version: 'cube', pins: 'pin', chat: 'message' } as const satisfies Record<
  RoomPanelId,
  RoomIconName
>

type Props = {
  participation: RoomParticipation
  canvas: RoomCanvas | undefined
  title: string
  /** Where the room leads back to. */
  home: { href: string; label: string }
  tool: RoomTool
  onTool: (tool: RoomTool) => void
  can: CanInRoom
  canPin: boolean
  silenced: boolean
  wantsHeadset: boolean
  headsetState: HeadsetState
  drawer: {
    id: string
    open: RoomPanelId | undefined
    onToggle: (panel: RoomPanelId) => void
    counts: Partial<Record<RoomPanelId, number>>
    hasChat: boolean
    /** A version waits for the user's decision, which is in the drawer. */
    decides: boolean
  }
  onLeave: () => void
}

/** The canvas reports a refused headset as its state, which the room shows with a button to try again. */
const ignoreRefusal = () => undefined

/**
 * Floats the controls over the canvas: the way back and the view in its corners, the tools at its side, and at its foot
 * the microphone, the panels, the headset and leaving.
 */
export function RoomToolbar(props: Props) {
  const { participation, canvas, tool, onTool, can, canPin, silenced, wantsHeadset, headsetState, drawer } = props
  const t = useTranslations('rooms')
  const muted = useStore(participation.muted)
  const { status } = useStore(participation.microphone.state)
  const [comfort, setComfort] = useState<'open' | 'closed'>()
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
    <>
      <div className={styles.head}>
        <Anchor className={styles.home} href={props.home.href}>
          <Icon name="arrow-start" />
          <VisuallyHidden>{props.home.label}</VisuallyHidden>
          <bdi>{props.title}</bdi>
        </Anchor>
        <div className={styles.view}>
          <ToolbarButton icon="eye" label={t('dock.fit')} disabled={!canvas} onPress={() => canvas?.fit()} />
          <ToolbarButton icon="settings" label={t('dock.settings')} onPress={() => setComfort('open')} />
        </div>
      </div>
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
      <div className={styles.dock} role="group" aria-label={t('dock')}>
        <ToolbarButton
          icon={microphoneOff || muted || silenced ? 'mic-off' : 'mic'}
          label={t(
            silenced ? 'dock.silenced' : microphoneOff ? 'dock.microphone' : muted ? 'dock.unmute' : 'dock.mute',
          )}
          off={microphoneOff || muted}
          pressed={!microphoneOff && !muted}
          disabled={silenced}
          onPress={() => (microphoneOff ? void participation.microphone.request() : participation.mute(!muted))}
        />
        {roomPanelIds
          .filter((panel) => panel !== 'chat' || drawer.hasChat)
          .map((panel) => (
            <ToolbarButton
              key={panel}
              icon={panelIcons[panel]}
              label={t(`tab.${panel}`)}
              expanded={panel === drawer.open}
              controls={drawer.id}
              count={drawer.counts[panel]}
              marked={panel === 'version' && drawer.decides && drawer.open === undefined}
              onPress={() => drawer.onToggle(panel)}
            />
          ))}
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
        <ToolbarButton icon="logout" label={t('dock.leave')} leaves onPress={props.onLeave} />
      </div>
      {comfort && (
        <Suspense>
          <ComfortDialog
            open={comfort === 'open'}
            onClose={() => setComfort('closed')}
            microphone={participation.microphone}
          />
        </Suspense>
      )}
    </>
  )
}

type ToolbarButtonProps = {
  icon: RoomIconName
  label: string
  pressed?: boolean
  /** Set for a button that opens a panel of the drawer. */
  expanded?: boolean
  controls?: string
  count?: number | undefined
  /** Shows a dot: something waits behind it. */
  marked?: boolean
  off?: boolean
  leaves?: boolean
  disabled?: boolean
  onPress: () => void
}

/** Renders a button as an icon; its label appears on hover and focus. */
function ToolbarButton(props: ToolbarButtonProps) {
  const { icon, label, pressed, expanded, controls, count = 0, marked = false, off = false, leaves = false } = props
  return (
    <button
      type="button"
      className={styles.control}
      data-off={off || undefined}
      data-leaves={leaves || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      disabled={props.disabled}
      onClick={props.onPress}
    >
      <RoomIcon name={icon} />
      <span className={styles.word}>{label}</span>
      {(count > 0 || marked) && (
        <span className={styles.count}>
          <Badge count={marked ? 1 : count} dot={marked} tone={marked ? 'accent' : 'primary'} />
        </span>
      )}
    </button>
  )
}
