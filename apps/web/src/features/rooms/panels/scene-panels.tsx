import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type ComponentType, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useLengthFormat } from '../../../lib/format-length.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { currentLanguage, directionOf } from '../../../lib/language.ts'
import { emptyKeyboard, type KeyboardState } from '../../../lib/panels/keyboard.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { useStore } from '../../../lib/store.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type RoomSession } from '../connection/room-session.ts'
import { useComfort } from '../controls/comfort-settings.ts'
import { groupByUser } from '../presence/connected-users.ts'
import { type WriteRecord } from '../records/record-changes.ts'
import { type RoomCanvas, type RoomHit, type RoomTool } from '../../../three/room/room-canvas.ts'
import { type SharedScene } from '../scene/use-shared-scene.ts'
import { announcementPanel } from './announcement-panel.ts'
import { type PanelChat } from './chat-panel.ts'
import { keyboardPanel } from './keyboard-panel.ts'
import { menuPanel } from './menu-panel.ts'
import { type PanelContext, type ScenePanel, type TypingRequest } from './panel-context.ts'
import { resolvePanel } from './panel-router.ts'
import { usePinPanels } from './pins/use-pin-panels.ts'
import { useApprovalPanel } from './review/use-approval-panel.ts'
import { useChangesPanel } from './review/use-changes-panel.ts'
import { useNotificationsPanel, useUrgentNotificationToasts } from './use-notification-panels.ts'
import { useUserActions } from './use-user-actions.ts'

/** Calls from the canvas and the page to the panels. */
export type ScenePanelsHandle = {
  readonly handleAction: (panelId: string, actionId: string) => void
  readonly toggleMenu: () => void
  readonly openPin: (id: string) => void
  /** Another participant asks everyone to come. */
  readonly showGatherRequest: (by: { slot: number; name: string }) => void
  readonly announce: (text: string) => void
  /** A note, measurement or reference object was pressed. */
  readonly openAnnotations: () => void
}

type Props = {
  handle: Ref<ScenePanelsHandle>
  /** The menu was opened before this component was loaded. */
  menuRequested: boolean
  inHeadset: boolean
  room: Room
  session: RoomSession
  canvas: RoomCanvas | undefined
  connection: RoomConnectionState
  shared: SharedScene
  versions: readonly RoomVersion[]
  isHost: boolean
  write: WriteRecord
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  pickedPoint: RoomHit | undefined
  clearPickedPoint: () => void
  following: number | undefined
  follow: (slot: number | undefined) => void
  /** The project whose chat is loaded; undefined if the user has none. */
  projectId: string | undefined
  SceneChat: ComponentType<{ projectId: string; onChat: (chat: PanelChat) => void }>
}

/** Shows everything the page offers as panels in the scene of a headset user. */
export function ScenePanels(props: Props) {
  const {
    handle,
    inHeadset,
    room,
    session,
    canvas,
    connection,
    shared,
    versions,
    isHost,
    write,
    pickedPoint,
    projectId,
  } = props
  const t = useTranslations('rooms')
  const format = useFormat()
  const lengths = useLengthFormat()
  const comfort = useComfort()
  const muted = useStore(session.muted)
  const { status: microphoneStatus } = useStore(session.microphone.state)
  const { values } = useStore(session.records.state)
  /** The path from the menu to the visible panel. */
  const [path, setPath] = useState<readonly string[]>(props.menuRequested ? ['menu'] : [])
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const [keyboard, setKeyboard] = useState<{ request: TypingRequest; state: KeyboardState }>()
  const [announcement, setAnnouncement] = useState<{ text: string; undo: (() => void) | undefined }>()
  /** The newer version whose announcement was dismissed. */
  const [dismissedVersion, setDismissedVersion] = useState<string>()
  const [gatherRequest, setGatherRequest] = useState<{ slot: number; name: string }>()
  const [chat, setChat] = useState<PanelChat>()
  const language = currentLanguage()
  const base = { direction: directionOf(language), language }
  const currentPath = path.at(-1)

  function navigate(next: readonly string[]) {
    setPath(next)
    setPages({})
  }

  const announce = (text: string, undo?: () => void) => setAnnouncement({ text, undo })

  const context: PanelContext = {
    base,
    t,
    format,
    lengths,
    tolerance: shared.tolerance,
    room,
    canvas,
    connection,
    shared,
    values,
    versions,
    isHost,
    write,
    navigate: {
      to: (next) => navigate([...path, next]),
      back: () => navigate(path.slice(0, -1)),
      close: () => navigate([]),
    },
    openKeyboard: (request) => setKeyboard({ request, state: emptyKeyboard }),
    announce,
  }

  const openPin = (id: string) => {
    navigate(['menu', 'pins', `pin/${id}`])
    const places = pins.pins.find((pin) => pin.id === id)?.places
    const view = places?.find(({ deliverableId }) => deliverableId === shared.version?.deliverableId)?.view
    if (view) canvas?.goToViewpoint(view)
  }
  const openedPinId = currentPath?.startsWith('pin/') ? currentPath.slice('pin/'.length) : undefined
  const startPinTool = () => {
    props.chooseTool('pin')
    navigate([])
  }
  const pins = usePinPanels({
    context,
    inHeadset,
    pickedPoint,
    clearPickedPoint: props.clearPickedPoint,
    openedPinId,
    openPin,
    startPinTool,
  })
  const approval = useApprovalPanel(context)
  const changes = useChangesPanel(shared.version, (count) => announce(t('scene.changes.sent', { count })))
  const { following, follow } = props
  const showUsers = () => navigate(['menu', 'people'])
  const userActions = useUserActions({ roomId: room.id, session, following, follow, announce, onRemoved: showUsers })
  const notificationsPanel = useNotificationsPanel(context, inHeadset && currentPath === 'told')
  const dismissToast = useUrgentNotificationToasts(canvas, inHeadset)

  const buildMenu = () =>
    menuPanel(context, {
      tool: props.tool,
      chooseTool: props.chooseTool,
      muted,
      silenced: connection.slot !== undefined && connection.participants.get(connection.slot)?.silenced === true,
      microphoneOn: microphoneStatus === 'on',
      enableMicrophone: () => void session.microphone.request(),
      setMuted: (next) => session.mute(next),
      userCount: groupByUser(connection.participants).length,
      openPins: shared.version?.pins.filter(({ state }) => state === 'open').length ?? 0,
      hasChat: chat !== undefined,
      approvableVersion: approval.approvable?.number,
      canRequestChanges: shared.version?.actions.includes('request-changes') === true,
      open: {
        approve: () => {
          navigate([])
          approval.open()
        },
        changes: () => {
          navigate([])
          changes.open()
        },
      },
    })

  /** Returns the panel in front of the user that needs an answer; it replaces the menu. */
  function frontPanel(): ScenePanel | undefined {
    if (keyboard) {
      const setState = (state: KeyboardState) => setKeyboard({ ...keyboard, state })
      return keyboardPanel(context, { ...keyboard, setState, close: () => setKeyboard(undefined) })
    }
    return approval.panel() ?? pins.newPinPanel() ?? changes.panel(base)
  }

  function leftPanel(): ScenePanel | undefined {
    if (currentPath === undefined) return undefined
    return resolvePanel(currentPath, context, {
      userActions,
      chat,
      comfort,
      menu: buildMenu,
      pinList: pins.listPanel,
      pinThread: pins.threadPanel,
      notifications: notificationsPanel,
    })
  }

  const rightPanel = () =>
    announcementPanel(context, {
      gatherRequest,
      dismissGather: () => setGatherRequest(undefined),
      announcement,
      dismissAnnouncement: () => setAnnouncement(undefined),
      newerVersion: shared.newerVersion?.deliverableId === dismissedVersion ? undefined : shared.newerVersion,
      dismissVersion: setDismissedVersion,
    })

  const panels = inHeadset ? [frontPanel() ?? leftPanel(), rightPanel()].filter((panel) => panel !== undefined) : []
  const panelModels = panels.map(({ model }) => {
    const page = pages[model.id] ?? model.page
    return page === undefined ? model : { ...model, page }
  })
  const serializedModels = JSON.stringify(panelModels)
  useEffect(() => {
    // Redraws only if the models changed.
    canvas?.setPanels(JSON.parse(serializedModels) as PanelModel[])
  }, [canvas, serializedModels])

  useImperativeHandle(handle, () => ({
    handleAction(panelId, actionId) {
      const panel = panels.find(({ model }) => model.id === panelId)
      if (!panel) dismissToast(panelId)
      else if (actionId.startsWith('page:')) setPages({ ...pages, [panelId]: Number(actionId.slice('page:'.length)) })
      else panel.handleAction(actionId)
    },
    // Opens the menu from any other panel, and closes everything from the menu.
    toggleMenu: () => navigate(path.length === 1 ? [] : ['menu']),
    openPin,
    showGatherRequest: setGatherRequest,
    announce,
    openAnnotations: () => navigate(['menu', 'work', 'work/things']),
  }))

  if (!inHeadset || projectId === undefined) return null
  return <props.SceneChat projectId={projectId} onChat={setChat} />
}
