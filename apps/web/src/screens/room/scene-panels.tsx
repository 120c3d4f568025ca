import { textDirection } from '@veranda/i18n/text-direction.ts'
import { lazy, Suspense, useEffect, useImperativeHandle, useState } from 'react'
import { useLengthFormat } from '../../lib/i18n/format-length.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useChargebackText } from '../../components/payment/chargeback-flag.tsx'
import { currentLanguage } from '../../lib/i18n/language.ts'
import { emptyKeyboard, type KeyboardState } from '../../lib/panels/keyboard.ts'
import { type PanelModel } from '../../lib/panels/panel-model.ts'
import { useStore } from '../../lib/store.ts'
import { useComfort } from '../../features/rooms/controls/comfort-settings.ts'
import { groupByUser } from '../../features/rooms/presence/connected-users.ts'
import {
  type Announcement,
  announcementPanel,
  headsetAnnouncement,
} from '../../features/rooms/panels/announcement-panel.ts'
import { type PanelChat } from '../../features/rooms/panels/chat-panel.ts'
import { keyboardPanel } from '../../features/rooms/panels/keyboard-panel.ts'
import { menuButtonPanel, menuPanel } from '../../features/rooms/panels/menu-panel.ts'
import { type PanelContext, type ScenePanel, type TypingRequest } from '../../features/rooms/panels/panel-context.ts'
import { type ScenePanelsProps } from '../../features/rooms/panels/scene-panels-props.ts'
import { resolvePanel } from '../../features/rooms/panels/panel-router.ts'
import { usePinPanels } from './panels/use-pin-panels.ts'
import { useApprovalPanel } from './panels/use-approval-panel.ts'
import { useChangesPanel } from './panels/use-changes-panel.ts'
import { useEndingPanel } from './panels/use-ending-panel.ts'
import {
  useNotificationsPanel,
  useUrgentNotificationToasts,
} from '../../features/rooms/panels/use-notification-panels.ts'
import { useConnectedUsers } from '../../features/rooms/presence/use-connected-users.ts'
import { useProblemText } from '../../components/page/use-problem-text.ts'

// The conversation's code is loaded only for members of its project.
const LazySceneChat = lazy(() => import('./scene-chat.tsx').then((module) => ({ default: module.SceneChat })))

/** Shows everything the page offers as panels in the scene of a headset user. */
export function ScenePanels(props: ScenePanelsProps) {
  const {
    handle,
    inHeadset,
    room,
    participation,
    canvas,
    connection,
    shared,
    versions,
    can,
    write,
    pickedPoint,
    projectId,
  } = props
  const t = useTranslations('rooms')
  const chargebackText = useChargebackText()
  const format = useFormat()
  const problemText = useProblemText()
  const lengths = useLengthFormat()
  const comfort = useComfort()
  const muted = useStore(participation.muted)
  const { status: microphoneStatus } = useStore(participation.microphone.state)
  const { values } = useStore(participation.records.state)
  /** The path from the menu to the visible panel. */
  const [path, setPath] = useState<readonly string[]>(props.menuRequested ? ['menu'] : [])
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const [keyboard, setKeyboard] = useState<{ request: TypingRequest; state: KeyboardState }>()
  const [announcement, setAnnouncement] = useState<Announcement | undefined>(
    () => props.missedNotice && headsetAnnouncement(props.missedNotice, t, lengths),
  )
  /** The newer version whose announcement was dismissed. */
  const [dismissedVersion, setDismissedVersion] = useState<string>()
  const [gatherRequest, setGatherRequest] = useState<{ participantSlot: number; name: string }>()
  const [chat, setChat] = useState<PanelChat>()
  const language = currentLanguage()
  const base = { direction: textDirection(language), language }
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
    chargebackText: (version) => {
      const flag = version?.milestone.chargeback
      return flag ? chargebackText(flag, flag) : undefined
    },
    can,
    write,
    navigate: {
      to: (next) => navigate([...path, next]),
      back: () => navigate(path.slice(0, -1)),
      toMenu: (next) => navigate(['menu', next]),
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
  const ending = useEndingPanel(context, props.openPage)
  const approval = useApprovalPanel(context, ending.open)
  const changes = useChangesPanel(context)
  const { following, follow } = props
  const users = useConnectedUsers({
    room,
    participation,
    canvas,
    can,
    following,
    follow,
    announce,
    onRefused: (problem) => announce(problemText(problem)),
  })
  const notificationsPanel = useNotificationsPanel(context, inHeadset && currentPath === 'notifications')
  const dismissToast = useUrgentNotificationToasts(canvas, inHeadset)

  const buildMenu = () =>
    menuPanel(context, {
      tool: props.tool,
      chooseTool: props.chooseTool,
      muted,
      silenced:
        connection.participantSlot !== undefined &&
        connection.participants.get(connection.participantSlot)?.silenced === true,
      microphoneOn: microphoneStatus === 'on',
      enableMicrophone: () => void participation.microphone.request(),
      setMuted: (next) => participation.mute(next),
      userCount: groupByUser(connection.participants).length,
      openPins: shared.version?.pins.filter(({ state }) => state === 'open').length ?? 0,
      // From the start, so that no row moves under the ray when the chat is there.
      hasChat: projectId !== undefined,
      approvableVersion: approval.approvable,
      canRequestChanges: changes.allowed,
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
    // The end of a release gives way to the menu.
    const ended = path.length === 0 ? ending.panel() : undefined
    return approval.panel() ?? pins.newPinPanel() ?? changes.panel() ?? ended
  }

  function leftPanel(): ScenePanel | undefined {
    if (currentPath === undefined)
      return props.canOpenMenu ? undefined : menuButtonPanel(context, () => navigate(['menu']))
    return resolvePanel(currentPath, context, {
      users,
      chat: projectId === undefined ? undefined : (chat ?? 'loading'),
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

  const panels = inHeadset
    ? [frontPanel() ?? leftPanel(), approval.holdPanel(), rightPanel()].filter((panel) => panel !== undefined)
    : []
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
    handleHold: (panelId, input) => panels.find(({ model }) => model.id === panelId)?.handleHold?.(input) ?? 0,
    // Opens the menu from any other panel, and closes everything from the menu.
    toggleMenu: () => navigate(path.length === 1 ? [] : ['menu']),
    openPin,
    showGatherRequest: setGatherRequest,
    announce,
    showHeadsetNotice: (notice) => setAnnouncement(headsetAnnouncement(notice, t, lengths)),
    openAnnotations: () => navigate(['menu', 'version', 'version/annotations']),
  }))

  if (!inHeadset || projectId === undefined) return null
  return (
    <Suspense>
      <LazySceneChat projectId={projectId} onChat={setChat} />
    </Suspense>
  )
}
