import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelRow } from '../../../lib/panels/panel-model.ts'
import { type RoomTool } from '../../../three/room/room-canvas.ts'
import { allowedTools } from '../controls/use-room-tool.ts'
import { actionHandler, type PanelContext, type ScenePanel } from './panel-context.ts'

type MenuPanelOptions = {
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  /** The microphone is on. */
  microphoneOn: boolean
  enableMicrophone: () => void
  muted: boolean
  silenced: boolean
  setMuted: (muted: boolean) => void
  userCount: number
  openPins: number
  hasChat: boolean
  /** The version that can be approved. */
  approvableVersion: RoomVersion | undefined
  canRequestChanges: boolean
  open: { approve: () => void; changes: () => void }
}

/** Builds the panel that opens the menu, for headsets whose sources have no button for it. */
export function menuButtonPanel({ base, t }: PanelContext, open: () => void): ScenePanel {
  return {
    model: {
      ...base,
      id: 'menu-button',
      title: t('scene.menu'),
      side: 'left',
      rows: [],
      actions: [{ id: 'menu', label: t('scene.menu.open'), look: 'filled' }],
    },
    handleAction: actionHandler({ menu: open }),
  }
}

/** Builds the main menu of the room. */
export function menuPanel(context: PanelContext, options: MenuPanelOptions): ScenePanel {
  const { base, t, format, room, shared, canvas, can, navigate } = context
  const {
    tool,
    chooseTool,
    microphoneOn,
    enableMicrophone,
    muted,
    silenced,
    setMuted,
    userCount,
    openPins,
    hasChat,
    approvableVersion,
    canRequestChanges,
    open,
  } = options
  const { version } = shared
  const microphoneLabel = microphoneOn ? (muted ? 'dock.unmute' : 'dock.mute') : 'dock.microphone'
  const muteLabel = silenced ? 'dock.silenced' : microphoneLabel
  // Versions are counted in each milestone, so another milestone than the one in the scene is named.
  const approveLabel = ({ number, milestone }: RoomVersion) =>
    milestone.id === version?.milestone.id
      ? t('decide.approve', { number })
      : t('decide.milestone.approve', { number, milestone: milestone.title })
  const linkRow = (path: string, text: string, value?: string): PanelRow => ({
    id: path,
    text,
    action: `to:${path}`,
    ...(value === undefined ? {} : { value }),
  })
  const availableTools = allowedTools(can, version?.actions.includes('pin') === true)
  const tools: PanelRow[] =
    availableTools.length > 1
      ? [
          {
            id: 'tools',
            text: '',
            buttons: availableTools.map((name) => ({
              id: `tool:${name}`,
              label: t(`tool.${name}`),
              chosen: name === tool,
            })),
          },
        ]
      : []
  const rows = [
    ...tools,
    linkRow('version', t('tab.version'), version && t('version.number', { number: version.number })),
    linkRow('pins', t('tab.pins'), openPins > 0 ? t('scene.pins.open', { count: openPins }) : undefined),
    linkRow('users', t('tab.users'), format.number(userCount)),
    ...(hasChat ? [linkRow('chat', t('tab.chat'))] : []),
    linkRow('notifications', t('scene.notifications')),
    linkRow('comfort', t('scene.comfort')),
  ]
  return {
    model: {
      ...base,
      id: 'menu',
      title: t('scene.menu'),
      lead: room.title,
      side: 'left',
      rows,
      actions: [
        {
          id: 'mute',
          label: t(muteLabel),
          look: 'plain',
          disabled: silenced,
        },
        { id: 'fit', label: t('dock.fit'), look: 'plain' },
        ...(approvableVersion === undefined
          ? []
          : [{ id: 'approve', label: approveLabel(approvableVersion), look: 'filled' } as const]),
        ...(canRequestChanges ? [{ id: 'changes', label: t('decide.changes'), look: 'plain' } as const] : []),
        { id: 'leave', label: t('dock.headset.leave'), look: 'plain' },
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    },
    handleAction: actionHandler({
      to: navigate.to,
      tool: (name) => {
        chooseTool(availableTools.find((known) => known === name) ?? 'look')
        navigate.close()
      },
      mute: () => (microphoneOn ? setMuted(!muted) : enableMicrophone()),
      fit: () => canvas?.fit(),
      approve: open.approve,
      changes: open.changes,
      leave: () => void canvas?.exitHeadset(),
      close: navigate.close,
    }),
  }
}
